import type { Request, Response } from 'express'
import { exchangeOf } from './exchange.js'

/** What is sent back: a status, headers and a body in one of two forms. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Unread bytes, at most, that are worth receiving so that a connection can be used again. */
const WORTH_RECEIVING = 64 * 1024
/** Milliseconds that a caller who is still sending has to notice the answer. */
const LINGER = 1_000

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer. What is left unread of a large body stays unread: the connection is closed. */
export function sendAnswer(request: Request, response: Response, answer: RawAnswer): void {
  const body = Buffer.from(answer.body)
  exchangeOf(response).answeredAt = performance.now()
  response.statusCode = answer.status
  response.setHeader('Content-Type', answer.contentType)
  response.setHeader('Content-Length', body.length)
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (leavesMuchUnread(request)) sendAndClose(response, body)
  else response.end(body)
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
function sendAndClose(response: Response, body: Buffer): void {
  response.setHeader('Connection', 'close')
  response.write(body)
  const timer = setTimeout(() => response.end(), LINGER)
  response.once('close', () => clearTimeout(timer))
}
