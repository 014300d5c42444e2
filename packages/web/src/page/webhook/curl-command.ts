import { SCHEMES } from '@opsgraph/core/pure'
import type { Webhook } from '../../api/webhooks.js'

type Sent = Pick<Webhook, 'authMode' | 'authHeaderScheme' | 'authHeaderName' | 'payloadFormat'>

/**
 * For each payload format, the name of the file that contains the body of the delivery, and the content type of the
 * body.
 */
export const BODY_FILES = {
  json: { file: 'payload.json', contentType: 'application/json' },
  lenient: { file: 'payload.json', contentType: 'application/json' },
  form: { file: 'payload.txt', contentType: 'application/x-www-form-urlencoded' },
  query: { file: 'payload.txt', contentType: 'application/x-www-form-urlencoded' },
} as const

/**
 * Returns a shell command that sends the file of {@link BODY_FILES} to a webhook. Other users of the machine can read
 * the arguments of its processes, so the secret must not be such an argument. Therefore the secret is in a file. A
 * shell builtin or `opsgraph webhook sign` reads this file and writes the header for curl.
 */
export function buildCurlCommand(
  { authMode, authHeaderScheme, authHeaderName, payloadFormat }: Sent,
  url: string,
): string {
  const { file, contentType } = BODY_FILES[payloadFormat]
  const curl =
    payloadFormat === 'query'
      ? `-X POST ${quote(url)}"?$(cat ${file})"`
      : `-H 'Content-Type: ${contentType}' --data-binary @${file} ${quote(url)}`
  if (authMode === 'none') return `curl ${curl}`
  if (authMode === 'api_key') return `printf 'Authorization: Key %s\\n' "$(cat key.txt)" | curl -H @- ${curl}`
  const header = authHeaderName ?? ''
  if (authHeaderScheme === 'static')
    return `printf '%s: %s\\n' ${quote(header)} "$(cat secret.txt)" | curl -H @- ${curl}`
  const isChosen = authHeaderScheme !== null && SCHEMES[authHeaderScheme].header === undefined
  const name = isChosen ? ` --header-name ${quote(header)}` : ''
  const sign = `opsgraph webhook sign --scheme ${authHeaderScheme}${name} --secret-file secret.txt ${file}`
  return `${sign} | curl -H @- ${curl}`
}

/** Quotes an argument of a shell command if it needs quotes. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
