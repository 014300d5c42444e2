import type { Request, Response } from 'express'
import type { AnswerBudget } from './answer-budget.js'
import { estimateLength, JsonChunks, SlicedText, type TextChunks } from './json-chunks.js'
import { exchangeOf } from './request-context.js'
import { runWithPauses, writeChunks } from './write-chunks.js'

/** An answer whose body is a text, or an object that is serialized as JSON. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string | { readonly json: object }
  readonly headers?: Readonly<Record<string, string>> | undefined
}

interface Exchanged {
  readonly request: Request
  readonly response: Response
}

/**
 * Maximum UTF-16 units of a body that is sent in one write with its headers: copying such a body costs less than a
 * second write.
 */
const SENT_WITH_HEAD = 8 * 1024
/** Maximum UTF-16 units of a body that is sent whole with a Content-Length. A larger body is sent in chunks. */
const SENT_WHOLE = 256 * 1024
/**
 * If a request body has at most this many bytes, the server receives the unread rest of the body, in order to keep the
 * connection open.
 */
const WORTH_RECEIVING = 64 * 1024
/**
 * Maximum time in milliseconds that a connection stays open after the answer, so that a caller that is still sending
 * can read the answer.
 */
const LINGER = 1_000

const NOT_MODIFIED = 304

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sends an answer. A large answer is sent in chunks with backpressure. If much of the request body is unread, the rest
 * of the body is not read and the connection is closed.
 *
 * @param budget limits large answers; `undefined` = unlimited
 * @throws HttpError 503 if the budget does not suffice; then nothing is sent
 */
export async function sendAnswer(
  { request, response }: Exchanged,
  answer: RawAnswer,
  budget: AnswerBudget | undefined,
): Promise<void> {
  const { body } = answer
  if (answer.status === NOT_MODIFIED) {
    sendEmpty(response, answer)
    return
  }
  const rest = typeof body === 'string' ? new SlicedText(body) : new JsonChunks(body.json)
  const first = rest.next(SENT_WHOLE) ?? ''
  const second = rest.next(1)
  if (second === undefined) {
    sendText(request, response, { ...answer, body: first })
    return
  }
  const giveBack = budget?.take(typeof body === 'string' ? body.length : await runWithPauses(estimateLength(body.json)))
  try {
    await sendChunks({ request, response }, { ...answer, first: first + second, rest })
  } finally {
    giveBack?.()
  }
}

/** Sends a whole answer at once, with a Content-Length. */
export function sendText(request: Request, response: Response, answer: RawAnswer & { readonly body: string }): void {
  const body = answer.body.length > SENT_WITH_HEAD ? Buffer.from(answer.body) : answer.body
  const headers = headersFor(response, answer.headers)
  headers.push('Content-Type', answer.contentType, 'Content-Length', String(Buffer.byteLength(body)))
  exchangeOf(response).answeredAt = performance.now()
  if (leavesMuchUnread(request)) {
    response.writeHead(answer.status, [...headers, 'Connection', 'close']).write(body)
    endLater(response)
  } else response.writeHead(answer.status, headers).end(body)
}

async function sendChunks(
  { request, response }: Exchanged,
  { first, rest, ...answer }: Omit<RawAnswer, 'body'> & { readonly first: string; readonly rest: TextChunks },
): Promise<void> {
  const headers = [...headersFor(response, answer.headers), 'Content-Type', answer.contentType]
  exchangeOf(response).answeredAt = performance.now()
  const isUnread = leavesMuchUnread(request)
  response.writeHead(answer.status, isUnread ? [...headers, 'Connection', 'close'] : headers)
  if (request.method !== 'HEAD') await writeChunks(response, first, rest)
  if (isUnread) endLater(response)
  else response.end()
}

/** Sends an answer that has no body: 204 or 304. */
export function sendEmpty(response: Response, { status, headers }: Pick<RawAnswer, 'status' | 'headers'>): void {
  exchangeOf(response).answeredAt = performance.now()
  response.writeHead(status, headersFor(response, headers)).end()
}

/**
 * The headers of an answer, as a list of alternating names and values. Node sends such a list unchanged. A header that
 * is set with `setHeader` would be processed twice.
 */
function headersFor(response: Response, own: Readonly<Record<string, string>> = {}): string[] {
  const { requestId, commonHeaders } = exchangeOf(response)
  const headers = ['X-Request-ID', requestId, ...commonHeaders]
  for (const name of Object.keys(own)) headers.push(name, own[name] ?? '')
  return headers
}

function leavesMuchUnread(request: Request): boolean {
  if (request.complete) return false
  const length = request.headers['content-length']
  return length === undefined ? 'transfer-encoding' in request.headers : Number(length) > WORTH_RECEIVING
}

/**
 * Delays the end of an answer until the caller has disconnected, at most for `LINGER`. If the server closed the
 * connection while the caller is still sending, TCP would reset the connection, and the caller could lose the answer.
 */
function endLater(response: Response): void {
  const timer = setTimeout(() => response.end(), LINGER)
  response.once('close', () => clearTimeout(timer))
}
