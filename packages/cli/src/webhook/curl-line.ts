import { readPayload } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'

export interface CurlRequest {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The content of the file. */
  readonly body: Uint8Array
  /** The path of the file that contains the body. */
  readonly path: string
}

/** Formats a curl command for a POSIX shell that sends the exact bytes of a file. */
export function curlLine({ url, headers, body, path }: CurlRequest): string {
  const words = ['curl', ...(/[[\]{}]/.test(url) ? ['--globoff'] : [])]
  for (const [name, value] of [['Content-Type', detectContentType(body)], ...headers])
    words.push('-H', `${name}: ${value}`)
  // With `--data`, curl would remove newlines, and the signature would not match.
  return [...words, '--data-binary', `@${path}`, url].map(shellWord).join(' ')
}

/** Returns the media type of a body: a form if the body can be read as a form and not as JSON; otherwise JSON. */
function detectContentType(body: Uint8Array): string {
  const isForm = !('payload' in readPayload(body, 'json')) && 'payload' in readPayload(body, 'form')
  return isForm ? 'application/x-www-form-urlencoded' : 'application/json'
}

/**
 * Validates and normalizes the URL of a webhook.
 *
 * @throws UsageError if the text is not an HTTP URL
 */
export function readWebhookUrl(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw new UsageError(`${flag} must be the URL of a webhook, such as http://127.0.0.1:8080/api/webhooks/custom/shop`)
}

/** Quotes a word for a POSIX shell if needed. */
function shellWord(text: string): string {
  return UNQUOTED_WORD_PATTERN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

const UNQUOTED_WORD_PATTERN = /^[\w@%+=:,./-]+$/
