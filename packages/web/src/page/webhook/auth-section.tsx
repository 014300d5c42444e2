import { HEADER_SCHEMES, isShortSecret, LIMITS, SCHEMES } from '@opsgraph/core/pure'
import { useState } from 'react'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { SelectField, TextField, toLabelledOptions } from '../../ui/field.js'
import { formatInputTime, readInputTime } from '../../ui/format.js'
import { Notice } from '../../ui/message.js'
import { Section } from '../../ui/page.js'
import shared from '../../ui/shared.module.css'
import { getText, type SectionProps, WEBHOOK_DEFAULTS } from './webhook-draft.js'

const MODES = toLabelledOptions<Webhook['authMode']>({
  none: 'Anyone who knows the URL',
  header: 'Senders with a shared secret',
  api_key: 'Senders with one API key',
})

/** The header schemes to choose from. The section "Who may send" of docs/webhooks.md explains them. */
const SCHEME_OPTIONS = HEADER_SCHEMES.map((value) => ({ value, label: `${value}: ${SCHEMES[value].summary}` }))

export function AuthSection(props: SectionProps) {
  const { edited, config } = props
  const mode = MODES.find(({ value }) => value === config.authMode)?.value ?? WEBHOOK_DEFAULTS.authMode
  return (
    <Section title="Who may send">
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
    </Section>
  )
}

function Header(props: SectionProps) {
  const { edited, config } = props
  const scheme = HEADER_SCHEMES.find((each) => each === config.authHeaderScheme) ?? 'static'
  return (
    <>
      <div className={shared.fields}>
        <SelectField
          label="Scheme"
          value={scheme}
          options={SCHEME_OPTIONS}
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

const DAY = 86_400_000
const SHORT_SECRET_WARNING = `A secret with fewer than ${LIMITS.webhookSecretAdvised} characters can be guessed.`

/**
 * Edits the shared secret. It shows whether a secret is set, lets the user replace the secret, and says how long the
 * server accepts the previous secret. It never shows a stored secret.
 */
function SecretFields(props: SectionProps) {
  const { edited, config, webhook } = props
  const { draft, setSecret } = edited
  const isSet = webhook?.authSecretSet === true
  const [isReplaced, setReplaced] = useState(false)
  const secret = draft.secrets.authSecret ?? getText(config, 'authSecret')
  const isOpen = !isSet || isReplaced || draft.secrets.authSecret !== undefined
  const close = () => {
    setReplaced(false)
    setSecret('authSecret', '')
    edited.set('authSecretPreviousExpires', undefined)
  }
  return (
    <>
      {webhook?.authSecretStale === true && (
        <Notice tone="warning">
          The secret was saved under another SECRET_KEY of the server. All senders are refused until you enter it again.
        </Notice>
      )}
      {isSet && (
        <div className={shared.bar}>
          <span>
            Secret: <strong>set</strong>
          </span>
          <Button onClick={() => (isOpen ? close() : setReplaced(true))}>
            {isOpen ? 'Keep the secret' : 'Replace the secret'}
          </Button>
        </div>
      )}
      {isOpen && (
        <TextField
          label={isSet ? 'New secret' : 'Secret (not set)'}
          type="password"
          autoComplete="new-password"
          value={secret}
          onValueChange={(entered) => setSecret('authSecret', entered)}
          hint={`${secret !== '' && isShortSecret(secret) ? SHORT_SECRET_WARNING : 'It is never shown again.'} To create one: openssl rand -hex 32`}
          path="authSecret"
        />
      )}
      {isSet && isOpen && <Rotation {...props} />}
      {!isOpen && webhook?.authSecretPreviousSet === true && <Previous {...props} />}
    </>
  )
}

/**
 * Lets the user choose a time until which the server also accepts the previous secret. Before this time, the user can
 * enter the new secret in the tool, and no delivery is refused.
 */
function Rotation({ edited, config }: SectionProps) {
  const expires = getText(config, 'authSecretPreviousExpires')
  const set = (time: string | undefined) => edited.set('authSecretPreviousExpires', time)
  return (
    <>
      <Checkbox
        label="Also accept the previous secret for a while"
        hint="Otherwise it is refused as soon as you save."
        checked={expires !== ''}
        onCheckedChange={(isKept) => set(isKept ? new Date(Date.now() + DAY).toISOString() : undefined)}
      />
      {expires !== '' && (
        <TextField
          label="Until"
          type="datetime-local"
          value={formatInputTime(expires)}
          onValueChange={(time) => set(readInputTime(time) || undefined)}
          path="authSecretPreviousExpires"
        />
      )}
    </>
  )
}

function Previous({ edited, config, webhook }: SectionProps) {
  const isEnded = config.authSecretPreviousExpires === null
  const expires = webhook?.authSecretPreviousExpires
  if (expires === null || expires === undefined) return null
  return (
    <div className={shared.bar}>
      <span>
        {isEnded ? 'The previous secret ends when you save.' : `The previous secret is accepted until `}
        {!isEnded && <time dateTime={expires}>{new Date(expires).toLocaleString()}</time>}
      </span>
      <Button onClick={() => edited.set('authSecretPreviousExpires', isEnded ? undefined : null)}>
        {isEnded ? 'Keep it' : 'End it now'}
      </Button>
    </div>
  )
}
