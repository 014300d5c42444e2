import { UsageError } from '../faults.js'

export interface CurlRequest {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The file with the body. */
  readonly path: string
}

/** A line for a POSIX shell that sends a file as it is. */
export function curlLine({ url, headers, path }: CurlRequest): string {
  const words = ['curl', ...(/[[\]{}]/.test(url) ? ['--globoff'] : [])]
  for (const [name, value] of [['Content-Type', 'application/json'], ...headers]) words.push('-H', `${name}: ${value}`)
  // --data-binary: --data would leave out the newlines, and the signature would not be that of the rest.
  return [...words, '--data-binary', `@${path}`, url].map(shellWord).join(' ')
}

/**
 * The URL in the form that is sent.
 *
 * @throws UsageError when it is none for a webhook
 */
export function readWebhookUrl(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw new UsageError(`${flag} must be the URL of a webhook, such as http://127.0.0.1:8080/api/webhooks/custom/shop`)
}

/** One word of a command, whatever is in it. */
function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

const PLAIN = /^[\w@%+=:,./-]+$/
