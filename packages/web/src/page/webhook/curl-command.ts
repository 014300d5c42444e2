import { SCHEMES } from '@opsgraph/core/pure'
import type { Webhook } from '../../api/webhooks.js'

type Sent = Pick<Webhook, 'authMode' | 'authHeaderScheme' | 'authHeaderName' | 'payloadFormat'>

/** The name and the content type of the file with the body of a delivery. */
export const BODY_FILES = {
  json: { file: 'payload.json', contentType: 'application/json' },
  form: { file: 'payload.txt', contentType: 'application/x-www-form-urlencoded' },
} as const

/**
 * Returns a shell command that sends the file of {@link BODY_FILES} to a webhook. A shell builtin or `opsgraph webhook
 * sign` reads the secret from a file. So the secret is never an argument of a process. Other users of the machine could
 * read such an argument.
 */
export function curlCommand({ authMode, authHeaderScheme, authHeaderName, payloadFormat }: Sent, url: string): string {
  const { file, contentType } = BODY_FILES[payloadFormat]
  const curl = `-H 'Content-Type: ${contentType}' --data-binary @${file} ${quoted(url)}`
  if (authMode === 'none') return `curl ${curl}`
  if (authMode === 'api_key') return `printf 'Authorization: Key %s\\n' "$(cat key.txt)" | curl -H @- ${curl}`
  const header = authHeaderName ?? ''
  if (authHeaderScheme === 'static')
    return `printf '%s: %s\\n' ${quoted(header)} "$(cat secret.txt)" | curl -H @- ${curl}`
  const isChosen = authHeaderScheme !== null && SCHEMES[authHeaderScheme].header === undefined
  const name = isChosen ? ` --header-name ${quoted(header)}` : ''
  const sign = `opsgraph webhook sign --scheme ${authHeaderScheme}${name} --secret-file secret.txt ${file}`
  return `${sign} | curl -H @- ${curl}`
}

/** Quotes an argument of a shell command if it needs quotes. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
