import { SCHEMES } from '@opsgraph/core/pure'
import type { Webhook } from '../../api/webhooks.js'

type Auth = Pick<Webhook, 'authMode' | 'authHeaderScheme' | 'authHeaderName'>

/**
 * Returns a shell command that sends the file `payload.json` to a webhook. The secret is read from a file, by a shell
 * builtin or by `opsgraph webhook sign`. So it is never an argument of a process, which other users of the machine
 * could read.
 */
export function curlCommand({ authMode, authHeaderScheme, authHeaderName }: Auth, url: string): string {
  const curl = `-H 'Content-Type: application/json' --data-binary @payload.json ${quoted(url)}`
  if (authMode === 'none') return `curl ${curl}`
  if (authMode === 'api_key') return `printf 'Authorization: Key %s\\n' "$(cat key.txt)" | curl -H @- ${curl}`
  const header = authHeaderName ?? ''
  if (authHeaderScheme === 'static')
    return `printf '%s: %s\\n' ${quoted(header)} "$(cat secret.txt)" | curl -H @- ${curl}`
  const isChosen = authHeaderScheme !== null && SCHEMES[authHeaderScheme].header === undefined
  const name = isChosen ? ` --header-name ${quoted(header)}` : ''
  const sign = `opsgraph webhook sign --scheme ${authHeaderScheme}${name} --secret-file secret.txt payload.json`
  return `${sign} | curl -H @- ${curl}`
}

/** Quotes an argument of a shell command if it needs quotes. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
