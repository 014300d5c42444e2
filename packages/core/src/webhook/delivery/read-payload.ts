import { isJson, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { scanJson } from '../../scan-json.js'
import { type ContentType, createDecoder, type Decoder, readContentType } from '../body/content-type.js'
import { parseExactly } from '../body/exact-json.js'
import { toStrictJson } from '../body/lenient-json.js'
import { FormFault, payloadOfForm, readForm } from '../body/read-form.js'
import { readMultipart, sniffBoundary } from '../body/read-multipart.js'

/**
 * The formats of a payload (rules.md#payload-formats): JSON, JSON with mistakes that senders often make, a form, or the
 * query of the URL.
 */
export const PAYLOAD_FORMATS = ['json', 'lenient', 'form', 'query'] as const
export type PayloadFormat = (typeof PAYLOAD_FORMATS)[number]

/** The payload of a delivery: a non-empty JSON object or list. */
export type Payload = JsonObject | readonly JsonValue[]

/** Why a body contains no payload. */
export interface PayloadFault {
  /** A text that contains no part of the body. */
  readonly message: string
  /** The message, followed by the text around the fault, if the fault is at a certain position in the body. */
  readonly reason?: string
  /** The position of the fault. Lines and columns are counted from 1. */
  readonly place?: { readonly line: number; readonly column: number }
  /** True if the charset of the body is not supported. */
  readonly isUnsupported?: true
}

type PayloadOrFault = { readonly payload: Payload } | PayloadFault

/** The parts of a delivery, besides its body, that determine its payload. */
export interface PayloadSource {
  /** The header Content-Type; `undefined` if it was not sent. */
  readonly contentType?: string | undefined
  /** The query of the URL, without `?`; `undefined` = `body` contains the query. */
  readonly query?: string | undefined
}

/**
 * Reads the payload of a delivery (rules.md#payload-formats). A payload is a non-empty object or list. It must not be
 * nested too deeply, or contain an infinite number such as `1e999`.
 */
export function readPayload(
  body: Uint8Array,
  format: PayloadFormat = 'json',
  source: PayloadSource = {},
): PayloadOrFault {
  if (format === 'query' && source.query !== undefined) return readQuery(source.query)
  const declared = readContentType(source.contentType)
  const decoder = createDecoder(declared.charset ?? UTF_8, body)
  if (decoder === undefined) return unsupportedCharset(declared.charset ?? '')
  if (format === 'form' && declared.type === MULTIPART) return readParts(body, declared)
  const text = decode(body, decoder)
  if (text === undefined) {
    return {
      message: `Invalid ${FORMAT_NAMES[format]}: the body is not ${decoder.encoding.toUpperCase()}${hintOfEncoding(body)}`,
    }
  }
  if (text.trim() === '') return { message: 'The body is empty' }
  switch (format) {
    case 'json':
    case 'lenient':
      return readJson(text, format)
    case 'query':
      return readQuery(text.trim())
    case 'form':
      return readFormText(text, body, { ...declared, decoder })
  }
}

/**
 * Checks a parsed value like {@link readPayload}. The depth of nesting is checked without recursion, so that no value
 * can overflow the call stack.
 */
export function toPayload(parsed: unknown): PayloadOrFault {
  return checkPayload(parsed, isJson(parsed))
}

function checkPayload(parsed: unknown, isPlain: boolean): PayloadOrFault {
  if (isPlain && (typeof parsed !== 'object' || parsed === null)) {
    return { message: 'The body must be a JSON object or list' }
  }
  if (!isPlain) {
    return { message: `Invalid JSON: nested deeper than ${LIMITS.jsonDepth} levels, or a number beyond all bounds` }
  }
  if (Object.keys(parsed as object).length === 0) return { message: 'The body is an empty object or list' }
  return { payload: parsed as Payload }
}

const UTF_8 = 'utf-8'
const MULTIPART = 'multipart/form-data'
const FORMAT_NAMES = { json: 'JSON', lenient: 'JSON', form: 'form', query: 'form' } as const

/** Decodes the bytes, and removes a byte order mark; `undefined` = the bytes are not in the charset. */
function decode(body: Uint8Array, decoder: Decoder): string | undefined {
  try {
    return decoder.decode(body)
  } catch {
    return undefined
  }
}

function readJson(text: string, format: 'json' | 'lenient'): PayloadOrFault {
  try {
    return jsonPayload(parseExactly(text))
  } catch {
    if (format === 'json') return jsonFault(text, scanJson(text)?.offset ?? text.length)
  }
  const strict = toStrictJson(text)
  try {
    return jsonPayload(parseExactly(strict.text))
  } catch {
    return jsonFault(text, strict.originOf(scanJson(strict.text)?.offset ?? strict.text.length))
  }
}

function jsonPayload(value: JsonValue | undefined): PayloadOrFault {
  return checkPayload(value, value !== undefined)
}

function readParts(body: Uint8Array, { boundary, charset = UTF_8 }: ContentType): PayloadOrFault {
  if (boundary === undefined) return { message: 'Invalid form: the Content-Type multipart/form-data has no boundary' }
  return readFormWith(() => readMultipart(body, { boundary, charset }))
}

function readFormText(
  text: string,
  body: Uint8Array,
  declared: ContentType & { readonly decoder: Decoder },
): PayloadOrFault {
  const boundary = declared.type === '' ? sniffBoundary(text) : undefined
  return boundary === undefined
    ? readFormWith(() => readForm(text, declared.decoder))
    : readParts(body, { ...declared, boundary })
}

/** Leaves out the API key that a sender may have put into the query, because payloads are stored and shown. */
function readQuery(sent: string): PayloadOrFault {
  const query = sent.replace(/^\?/, '')
  if (query === '') return { message: 'The query of the URL is empty' }
  return readFormWith(() => {
    const fields = readForm(query, new TextDecoder(UTF_8, { fatal: true }))
    return new Map(Array.from(fields).filter(([name]) => name.toLowerCase() !== API_KEY_PARAMETER))
  })
}

const API_KEY_PARAMETER = 'api-key'

function readFormWith(read: () => ReturnType<typeof readForm>): PayloadOrFault {
  try {
    return jsonPayload(payloadOfForm(read()))
  } catch (error) {
    if (error instanceof FormFault) return { message: `Invalid form: ${error.message}` }
    throw error
  }
}

function unsupportedCharset(charset: string): PayloadFault {
  const message = `The charset ${charset.slice(0, MAX_SHOWN_CHARACTERS)} is not supported: send the body in UTF-8`
  return { message, isUnsupported: true }
}

/** A message shows at most this many characters of a header, and of the text around a fault. */
const MAX_SHOWN_CHARACTERS = 60

function jsonFault(text: string, offset: number): PayloadFault {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  const message = `Invalid JSON at line ${place.line}, column ${place.column}${hintOfForm(text)}`
  const begins = Math.max(0, offset - MAX_SHOWN_CHARACTERS / 2)
  return {
    message,
    reason: `${message}, near ${JSON.stringify(text.slice(begins, begins + MAX_SHOWN_CHARACTERS))}`,
    place,
  }
}

function hintOfEncoding(body: Uint8Array): string {
  return body[0] === 0x1f && body[1] === 0x8b
    ? ' but gzip: send it with Content-Encoding: gzip'
    : ': send it in UTF-8, or name its charset in the Content-Type'
}

/** A hint for bodies that are forms. GitHub sends its JSON in a form by default. */
function hintOfForm(text: string): string {
  return /^[\w.%+[\]-]+=/.test(text) || sniffBoundary(text) !== undefined
    ? ': the body is a form: set the payloadFormat of the webhook to form, or have the sender use the content type application/json'
    : ''
}
