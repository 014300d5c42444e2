import type { Payload, WebhookConfig } from '@opsgraph/core'
import { type DeliveryHeaders, faultOfSecret, type HeaderScheme, readHeaders, readPayload } from '@opsgraph/core/pure'
import { StartError, UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { webhookBodyLimit } from '../server-limits.js'
import { escapeControlCharacters, formatNumber } from '../text.js'
import { type RefusedFile, readUtf8, refuseFile } from './refused-file.js'

/** Maximum size of a file with headers, in bytes. No server accepts that many headers. */
const MAX_HEADERS_BYTES = 65_536
/** Maximum size of a file with a secret in bytes. Every secret is shorter. */
const MAX_SECRET_BYTES = 8_192

/**
 * Returns the path of a file with headers, if the flag has the notation of curl: `@headers.txt`. `undefined` = the flag
 * is a header itself.
 */
export function headerPath(flag: string): string | undefined {
  return flag.startsWith('@') ? flag.slice(1) : undefined
}

/**
 * Reads the headers of a delivery. Each header comes from a flag, or from a line of a file. A header that is given
 * twice counts as sent twice.
 *
 * @throws UsageError for an invalid header; the message does not contain the header, since it may be a secret
 * @throws StartError if a file cannot be read or a line is not a header
 */
export async function readSentHeaders(flags: readonly string[], ports: Ports): Promise<DeliveryHeaders> {
  const raw: string[] = []
  for (const flag of flags) {
    const path = headerPath(flag)
    raw.push(...(path === undefined ? readHeaderFlag(flag) : await readHeaderFile(path, ports)))
  }
  return readHeaders(raw)
}

function readHeaderFlag(flag: string): readonly string[] {
  const header = splitHeader(flag)
  if (header === undefined) throw new UsageError(`--header must be 'Name: value', or @FILE with such lines`)
  return header
}

async function readHeaderFile(path: string, ports: Ports): Promise<readonly string[]> {
  const { name, text } = await readTextFile(path, MAX_HEADERS_BYTES, 'the headers of a delivery', ports)
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || (index === 0 && REQUEST_LINE_PATTERN.test(line))) return []
    const header = splitHeader(line)
    if (header !== undefined) return header
    throw new StartError(`${escapeControlCharacters(name)}:${index + 1}: this line is not a header, Name: value`)
  })
}

/** The first line of a recorded HTTP request. This line is not a header, and is skipped. */
const REQUEST_LINE_PATTERN = /^[A-Z]+ \S+ HTTP\/[\d.]+$/

function splitHeader(line: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/s.exec(line) ?? []
  return name === undefined || value === undefined ? undefined : [name, value]
}

/** The body of a delivery. */
export interface BodyFile {
  /** The display name of the file. */
  readonly name: string
  /** The exact bytes of the file, because a signature covers the exact bytes of a body. */
  readonly bytes: Uint8Array
}

/**
 * Reads the body of a delivery from a file.
 *
 * @throws StartError if the file cannot be read, or is larger than a delivery may be
 */
export async function readBodyFile(path: string, ports: Ports): Promise<BodyFile> {
  const input = await findInput(path, ports)
  const limit = webhookBodyLimit(ports.env)
  const bytes = await readUpTo(limit, input)
  if (bytes.length <= limit) return { name: input.name, bytes }
  const size = input.size === undefined ? 'more than' : `${formatNumber(input.size)} bytes of at most`
  throw new StartError(`${input.name} has ${size} ${formatNumber(limit)} bytes: a server answers 413`)
}

/**
 * Reads a secret from a file, without the newline at its end. There is no flag for the secret itself, because other
 * users can see command lines.
 *
 * @throws StartError if the file cannot be read, or contains no valid secret of the scheme; the message never contains
 *   the secret
 */
export async function readSecretFile(path: string, scheme: HeaderScheme, ports: Ports): Promise<string> {
  const { name, text } = await readTextFile(path, MAX_SECRET_BYTES, 'a secret file', ports)
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new StartError(`${name} is empty: it must hold only the secret`)
  const fault = faultOfSecret(secret, scheme)
  if (fault !== undefined) throw new StartError(`the secret in ${name} ${fault}`)
  if (secret.trim() !== secret) {
    ports.note(`the secret in ${name} starts or ends with white space, which is part of the secret`)
  }
  return secret
}

async function readTextFile(path: string, limit: number, content: string, ports: Ports) {
  const input = await findInput(path, ports)
  const bytes = await readUpTo(limit, input)
  if (bytes.length > limit) throw new StartError(`${input.name} is too large for ${content}`)
  return { name: input.name, text: readUtf8(bytes, input.name) }
}

/**
 * Reads a payload from a file, with the checks that a server makes on a delivery. If the webhook receives forms or
 * queries, the file may also contain JSON: the history of a webhook shows each received form as JSON.
 *
 * @throws StartError if the file cannot be read
 */
export async function readPayloadFile(
  path: string,
  format: WebhookConfig['payloadFormat'],
  ports: Ports,
): Promise<{ readonly payload: Payload } | RefusedFile> {
  const input = await findInput(path, ports)
  const limit = webhookBodyLimit(ports.env)
  const bytes = await readUpTo(limit, input)
  if (bytes.length > limit) {
    const size = input.size === undefined ? 'is' : `has ${formatNumber(input.size)} bytes,`
    const message = `the payload ${size} more than the ${formatNumber(limit)} bytes that a delivery may have`
    return refuseFile(input.name, { code: 413, message })
  }
  const json = readPayload(bytes)
  const read = 'payload' in json || format === 'json' ? json : readPayload(bytes, format)
  if ('payload' in read) return read
  const { message, place: location } = read
  return refuseFile(input.name, { code: 400, message }, [{ message, location }])
}
