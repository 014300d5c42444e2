import { SCHEMES } from '@opsgraph/core/pure'
import type { Webhook } from '../../api/webhooks.js'

type Auth = Pick<Webhook, 'authMode' | 'authHeaderScheme' | 'authHeaderName'>

/**
 * The shell command that sends `payload.json` to a webhook. A shell builtin or `opsgraph webhook sign` reads the secret
 * from a file, so that it is never an argument of a process, which other users of the machine could read.
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

/** Quotes one argument for a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
