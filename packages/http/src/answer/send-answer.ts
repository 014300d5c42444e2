import type { Request, Response } from 'express'
import type { AnswerBudget } from '../limit/answer-budget.js'
import { exchangeOf } from '../request-context.js'
import { hashTag, matchesETag } from './answer-tag.js'
import { chooseEncoding, compressInto, compressWhole, type Encoding } from './compress.js'
import {
  type AsyncTextChunks,
  estimateLength,
  JsonChunks,
  ProducedText,
  SlicedText,
  type TextChunks,
} from './json-chunks.js'
import { NO_STORE } from './security-headers.js'
import { CHUNK_CHARACTERS, runWithPauses, writeChunks } from './write-chunks.js'

/**
 * An answer. Its body is a text, an object that is serialized as JSON, a text that is produced while it is sent, or an
 * endless stream.
 */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: WholeBody | { readonly pieces: AsyncIterable<string> } | LiveBody
  readonly headers?: Readonly<Record<string, string>> | undefined
}

type WholeBody = string | { readonly json: object }

/** The body of an endless stream: the stream ends only when the caller disconnects or the server stops. */
export interface LiveBody {
  /** Called once, after the headers are sent. From then on, the stream writes to the response. */
  readonly begin: (response: Response) => void
}

interface RequestAndResponse {
  readonly request: Request
  readonly response: Response
}

/** How the answers of a route are sent. */
export interface SendOptions {
  /** Limits large answers; `undefined` = unlimited. */
  readonly budget: AnswerBudget | undefined
  /** Whether JSON is compressed, if the caller accepts that. */
  readonly isCompressed: boolean
  /** Whether the successful answers have an `ETag`. A caller that has the current answer then gets 304. */
  readonly isVersioned: boolean
  /** Whether a cache of the caller may store the answers that have an `ETag`. */
  readonly isCacheable: boolean
}

/**
 * A body of at most this many UTF-16 units is sent in the same write as its headers: copying the body costs less than a
 * second write.
 */
const MAX_CHARACTERS_SENT_WITH_HEAD = 8 * 1024
/** A body of at most this many UTF-16 units is sent whole, with a Content-Length. A longer body is sent in chunks. */
const MAX_CHARACTERS_SENT_WHOLE = 256 * 1024
/**
 * If the request body has at most this many bytes, the server receives and ignores its unread rest, so that the
 * connection can stay open.
 */
const MAX_IGNORED_REST_BYTES = 64 * 1024
/**
 * Maximum time in milliseconds that a connection stays open after the answer, so that a caller that is still sending
 * can read the answer.
 */
const LINGER_MILLISECONDS = 1_000

/** A body of at most this many bytes is not compressed: it fits into one packet anyway. */
const MAX_UNCOMPRESSED_BYTES = 1024
/** Lets only the cache of the caller store an answer. The cache asks the server before each use of the answer. */
const REVALIDATED = 'private, no-cache'
const COMPRESSIBLE = { Vary: 'Accept-Encoding' }
/** The size that an answer reserves in the budget if its text is produced while it is sent, in characters. */
const RESERVED_CHARACTERS_WHILE_PRODUCING = 4 * 1024 * 1024
const OK = 200
const NOT_MODIFIED = 304

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sends an answer. A large answer is sent in chunks with backpressure. If much of the request body is unread, the rest
 * of the body is not read and the connection is closed.
 *
 * @throws HttpError 503 if too many large answers are being sent already; then nothing is sent
 */
export async function sendAnswer(
  exchanged: RequestAndResponse,
  answer: RawAnswer,
  sending: SendOptions,
): Promise<void> {
  const { body } = answer
  if (typeof body === 'object' && 'begin' in body) {
    beginLiveAnswer(exchanged, { ...answer, begin: body.begin })
  } else if (typeof body === 'object' && 'pieces' in body) {
    await sendProducedBody(exchanged, { ...answer, pieces: body.pieces }, sending)
  } else await sendKnownBody(exchanged, { ...answer, body }, sending)
}

async function sendKnownBody(
  exchanged: RequestAndResponse,
  answer: Omit<RawAnswer, 'body'> & { readonly body: WholeBody },
  sending: SendOptions,
): Promise<void> {
  const { request, response } = exchanged
  const { body } = answer
  if (answer.status === NOT_MODIFIED) {
    sendEmpty(response, { ...answer, headers: await withCacheHeaders(answer, new SlicedText(''), sending) })
    return
  }
  const rest = toChunks(body)
  const first = rest.next(MAX_CHARACTERS_SENT_WHOLE) ?? ''
  const second = rest.next(1)
  const isWhole = second === undefined
  const giveBack = isWhole
    ? undefined
    : sending.budget?.take(typeof body === 'string' ? body.length : await runWithPauses(estimateLength(body.json)))
  try {
    // The text of a large answer is too large to stay in memory. So it is produced twice: first to compute its `ETag`,
    // then to send it.
    const headers = await withCacheHeaders(answer, isWhole ? new SlicedText(first) : toChunks(body), sending)
    const sent = { ...answer, headers }
    const { ETag } = headers
    const isKnown = ETag !== undefined && matchesETag(request.headers['if-none-match'], ETag)
    const encoding = headers.Vary === undefined ? undefined : chooseEncoding(request)
    if (isKnown) sendEmpty(response, { headers, status: NOT_MODIFIED })
    else if (isWhole) await sendWhole(exchanged, { ...sent, body: first, encoding })
    else await sendChunks(exchanged, { ...sent, first: first + second, rest, encoding })
  } finally {
    giveBack?.()
  }
}

/**
 * Sends a text while it is produced. Only one piece of the text is in memory at a time. Its size is not known in
 * advance, so each such answer reserves the same size in the budget.
 */
async function sendProducedBody(
  exchanged: RequestAndResponse,
  { pieces, ...answer }: Omit<RawAnswer, 'body'> & { readonly pieces: AsyncIterable<string> },
  { budget, isCompressed }: SendOptions,
): Promise<void> {
  const giveBack = budget?.take(RESERVED_CHARACTERS_WHILE_PRODUCING)
  try {
    const rest = new ProducedText(pieces)
    const first = (await rest.next(CHUNK_CHARACTERS)) ?? ''
    const encoding = isCompressed ? chooseEncoding(exchanged.request) : undefined
    const headers = { ...answer.headers, ...(isCompressed && COMPRESSIBLE) }
    await sendChunks(exchanged, { ...answer, headers, first, rest, encoding })
  } finally {
    giveBack?.()
  }
}

/**
 * Begins an endless stream. The stream reserves nothing in the budget. It is not compressed, because a compressor would
 * delay the newest data.
 */
function beginLiveAnswer(
  { request, response }: RequestAndResponse,
  { status, contentType, headers, begin }: Omit<RawAnswer, 'body'> & LiveBody,
): void {
  exchangeOf(response).answeredAt = performance.now()
  response.writeHead(status, [...toHeaderList(response, headers), 'Content-Type', contentType])
  begin(response)
  if (request.method === 'HEAD') response.end()
  else response.flushHeaders()
}

function toChunks(body: WholeBody): TextChunks {
  return typeof body === 'string' ? new SlicedText(body) : new JsonChunks(body.json)
}

/** The headers of an answer: those that its route sets, and the headers for caches. */
async function withCacheHeaders(
  { status, contentType, headers }: RawAnswer,
  text: TextChunks,
  { isCompressed, isVersioned, isCacheable }: SendOptions,
): Promise<Readonly<Record<string, string>>> {
  const vary = isCompressed && contentType === JSON_TYPE && COMPRESSIBLE
  if (!isVersioned || (status !== OK && status !== NOT_MODIFIED)) return { ...headers, ...vary }
  const ETag = headers?.ETag ?? (await hashTag(text))
  return { ...headers, ETag, ...vary, ...(isCacheable && { 'Cache-Control': REVALIDATED }) }
}

/** An answer of which the whole body, or its first chunk, has been read. */
interface AnswerWithChunks extends Omit<RawAnswer, 'body'> {
  /** The encoding with which the body is compressed; `undefined` = the body is not compressed. */
  readonly encoding: Encoding | undefined
}

/** Sends an answer whose whole text is in memory. Compresses it unless it is small. */
async function sendWhole(
  { request, response }: RequestAndResponse,
  { encoding, ...answer }: AnswerWithChunks & { readonly body: string },
): Promise<void> {
  if (encoding === undefined || Buffer.byteLength(answer.body) <= MAX_UNCOMPRESSED_BYTES) {
    sendText(request, response, answer)
    return
  }
  const body = await compressWhole(Buffer.from(answer.body), encoding)
  sendText(request, response, { ...answer, body, headers: { ...answer.headers, 'Content-Encoding': encoding } })
}

/** Sends a whole answer at once, with a Content-Length. */
export function sendText(
  request: Request,
  response: Response,
  answer: Omit<RawAnswer, 'body'> & { readonly body: string | Buffer },
): void {
  const isSentWithHead = typeof answer.body !== 'string' || answer.body.length <= MAX_CHARACTERS_SENT_WITH_HEAD
  const body = isSentWithHead ? answer.body : Buffer.from(answer.body)
  const headers = toHeaderList(response, answer.headers)
  headers.push('Content-Type', answer.contentType, 'Content-Length', String(Buffer.byteLength(body)))
  exchangeOf(response).answeredAt = performance.now()
  if (hasLargeUnreadBody(request)) {
    response.writeHead(answer.status, [...headers, 'Connection', 'close']).write(body)
    endAfterLinger(response)
  } else response.writeHead(answer.status, headers).end(body)
}

async function sendChunks(
  { request, response }: RequestAndResponse,
  { first, rest, encoding, ...answer }: AnswerWithChunks & { readonly first: string; readonly rest: AsyncTextChunks },
): Promise<void> {
  const headers = [...toHeaderList(response, answer.headers), 'Content-Type', answer.contentType]
  exchangeOf(response).answeredAt = performance.now()
  const isUnread = hasLargeUnreadBody(request)
  if (isUnread) headers.push('Connection', 'close')
  const isCompressed = encoding !== undefined && !isUnread
  if (isCompressed) headers.push('Content-Encoding', encoding)
  response.writeHead(answer.status, headers)
  if (request.method === 'HEAD') response.end()
  else {
    const sink = isCompressed ? compressInto(response, encoding) : response
    await writeChunks(response, first, rest, sink)
    if (isUnread) endAfterLinger(response)
    else sink.end()
  }
}

/** Sends an answer that has no body: 204 or 304. */
export function sendEmpty(response: Response, { status, headers }: Pick<RawAnswer, 'status' | 'headers'>): void {
  exchangeOf(response).answeredAt = performance.now()
  response.writeHead(status, toHeaderList(response, headers)).end()
}

/**
 * The headers of an answer, as a list of alternating names and values. Node sends such a list unchanged. A header that
 * is set with `setHeader` would be processed twice.
 */
function toHeaderList(response: Response, own: Readonly<Record<string, string>> = {}): string[] {
  const { requestId, commonHeaders } = exchangeOf(response)
  const headers = ['X-Request-ID', requestId, ...commonHeaders]
  if (own['Cache-Control'] === undefined) headers.push(...NO_STORE)
  for (const name of Object.keys(own)) headers.push(name, own[name] ?? '')
  return headers
}

function hasLargeUnreadBody(request: Request): boolean {
  if (request.complete) return false
  const length = request.headers['content-length']
  return length === undefined ? 'transfer-encoding' in request.headers : Number(length) > MAX_IGNORED_REST_BYTES
}

/**
 * Delays the end of an answer until the caller has disconnected, at most for `LINGER_MILLISECONDS`. If the server
 * closed the connection while the caller is still sending, TCP would reset the connection, and the caller could lose
 * the answer.
 */
function endAfterLinger(response: Response): void {
  const timer = setTimeout(() => response.end(), LINGER_MILLISECONDS)
  response.once('close', () => clearTimeout(timer))
}
