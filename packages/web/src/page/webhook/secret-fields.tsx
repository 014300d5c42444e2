import { isShortSecret, LIMITS } from '@opsgraph/core/pure'
import { useState } from 'react'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { TextField } from '../../ui/field.js'
import { Notice } from '../../ui/notice.js'
import styles from './webhook.module.css'
import { type SectionProps, textAt } from './webhook-draft.js'

const DAY = 86_400_000
const SHORT = `A secret with fewer than ${LIMITS.webhookSecretAdvised} characters can be guessed.`

/**
 * Edits the shared secret. It shows whether a secret is set, lets the user replace the secret, and says how long the
 * server accepts the previous secret. It never shows a stored secret.
 */
export function SecretFields({ edited, config, webhook }: SectionProps) {
  const { draft, setSecret } = edited
  const isSet = webhook?.authSecretSet === true
  const [isReplaced, setReplaced] = useState(false)
  const secret = draft.secrets.authSecret ?? textAt(config, 'authSecret')
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
        <div className={styles.bar}>
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
          hint={`${secret !== '' && isShortSecret(secret) ? SHORT : 'It is never shown again.'} To create one: openssl rand -hex 32`}
          path="authSecret"
        />
      )}
      {isSet && isOpen && <Rotation edited={edited} config={config} webhook={webhook} />}
      {!isOpen && webhook?.authSecretPreviousSet === true && (
        <Previous edited={edited} config={config} webhook={webhook} />
      )}
    </>
  )
}

/**
 * Lets the user choose a time until which the server also accepts the previous secret. Before this time, the user can
 * enter the new secret in the tool, and no delivery is refused.
 */
function Rotation({ edited, config }: SectionProps) {
  const expires = textAt(config, 'authSecretPreviousExpires')
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
          value={localTime(expires)}
          onValueChange={(time) => set(time === '' ? undefined : new Date(time).toISOString())}
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
    <div className={styles.bar}>
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

/** Formats a time for an input of the type `datetime-local`: in the local time zone and without seconds. */
function localTime(time: string): string {
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
