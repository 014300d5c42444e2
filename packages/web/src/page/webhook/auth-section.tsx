import { HEADER_SCHEMES, SCHEMES } from '@opsgraph/core/pure'
import { SelectField, TextField } from '../../ui/field.js'
import { SecretFields } from './secret-fields.js'
import styles from './webhook.module.css'
import type { SectionProps } from './webhook-draft.js'

const MODES = [
  { value: 'none', label: 'Anyone who knows the URL' },
  { value: 'header', label: 'Senders with a shared secret' },
  { value: 'api_key', label: 'Senders with one API key' },
] as const

/** The schemes to choose from. The section "Who may send" of docs/webhooks.md explains them. */
const OPTIONS = HEADER_SCHEMES.map((value) => ({ value, label: `${value}: ${SCHEMES[value].summary}` }))

export function AuthSection(props: SectionProps) {
  const { edited, config } = props
  const mode = MODES.find(({ value }) => value === config.authMode)?.value ?? 'none'
  return (
    <section className={styles.section} aria-label="Who may send">
      <h2>Who may send</h2>
      <SelectField
        label="Senders"
        value={mode}
        options={MODES}
        onValueChange={(value) => edited.set('authMode', value)}
        hint={mode === 'none' ? 'Only for a network that you trust.' : undefined}
        path="authMode"
      />
      {mode === 'header' && <Header {...props} />}
      {mode === 'api_key' && (
        <TextField
          label="Id of the API key"
          hint="The page API keys lists them. The key needs write:alerts."
          {...edited.field('apiKeyId')}
        />
      )}
    </section>
  )
}

function Header(props: SectionProps) {
  const { edited, config } = props
  const scheme = HEADER_SCHEMES.find((each) => each === config.authHeaderScheme) ?? 'static'
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          label="Scheme"
          value={scheme}
          options={OPTIONS}
          onValueChange={(value) => edited.set('authHeaderScheme', value)}
          path="authHeaderScheme"
        />
        {SCHEMES[scheme].header === undefined && (
          <TextField
            label="Header"
            placeholder={scheme === 'static' ? 'Authorization' : 'X-Signature'}
            {...edited.field('authHeaderName')}
          />
        )}
      </div>
      {/* After a save, `key` changes and React mounts new fields, so the input for a new secret is closed. */}
      <SecretFields key={props.webhook?.updateTime} {...props} />
    </>
  )
}
