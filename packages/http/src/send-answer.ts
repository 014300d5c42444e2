import type { Request, Response } from 'express'
import { exchangeOf } from './exchange.js'

/** What is sent back: a status, headers and a body in one of two forms. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** UTF-16 units of a body that goes out in one piece with its head: copying it costs less than a second piece. */
const SENT_WITH_HEAD = 8 * 1024
/** Unread bytes, at most, that are worth receiving so that a connection can be used again. */
const WORTH_RECEIVING = 64 * 1024
/** Milliseconds that a caller who is still sending has to notice the answer. */
const LINGER = 1_000

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer. What is left unread of a large body stays unread: the connection is closed. */
export function sendAnswer(request: Request, response: Response, answer: RawAnswer): void {
  const body = answer.body.length > SENT_WITH_HEAD ? Buffer.from(answer.body) : answer.body
  const headers = headersFor(response, answer.headers)
  headers.push('Content-Type', answer.contentType, 'Content-Length', String(Buffer.byteLength(body)))
  exchangeOf(response).answeredAt = performance.now()
  if (leavesMuchUnread(request))
    sendAndClose(response.writeHead(answer.status, [...headers, 'Connection', 'close']), body)
  else response.writeHead(answer.status, headers).end(body)
}

/** Sends an answer that has no body. */
export function sendNoContent(response: Response, headers: Readonly<Record<string, string>>): void {
  response.writeHead(204, headersFor(response, headers)).end()
}

/** Names and values in turn: a list goes out as it is, where every header set by itself would be looked at twice. */
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
 * Closing at once would reset the connection while the caller still sends, and the answer could be lost with it. So the
 * answer goes out first, and the end follows when the caller has hung up or had time to.
 */
function sendAndClose(response: Response, body: string | Buffer): void {
  response.write(body)
  const timer = setTimeout(() => response.end(), LINGER)
  response.once('close', () => clearTimeout(timer))
}
