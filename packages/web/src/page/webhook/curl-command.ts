import { SCHEMES } from '@opsgraph/core/browser'
import type { Webhook } from '../../api/webhooks.js'

type Auth = Pick<Webhook, 'authMode' | 'authHeaderScheme' | 'authHeaderName'>

/**
 * The line for a shell that sends `payload.json` to a webhook. Secrets come from files, by a builtin of the shell or by
 * `opsgraph webhook sign`, so that none is on a command line, where other users of the machine could read it.
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

/** One word of a shell's command line. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
