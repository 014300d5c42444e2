import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from './error-handler.js'
import { JSON_TYPE } from './send-answer.js'

/** What the HTTP parser finds, besides plain nonsense. */
const FAULTS: ReadonlyMap<string, { readonly code: number; readonly message: string }> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { code: 408, message: 'the request was not complete in time' }],
  ['HPE_HEADER_OVERFLOW', { code: 431, message: 'the headers are too long' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { code: 413, message: 'the chunk extensions are too long' }],
])
const NONSENSE = { code: 400, message: 'the request is not well-formed HTTP' }

/**
 * Answers bytes that are not a request, and closes the connection. Where another answer is on its way on the same
 * connection, or still to come, nothing may get in between: then it is only closed.
 */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  answers: readonly ServerResponse[],
): void {
  const isOthersTurn = answers.some((answer) => answer.headersSent || answer.req.complete)
  if (error.code === 'ECONNRESET' || !socket.writable || isOthersTurn) {
    socket.destroy()
    return
  }
  const { code, message } = FAULTS.get(error.code ?? '') ?? NONSENSE
  const requestId = randomUUID()
  const body = errorBody({ code, message, requestId })
  socket.end(
    [
      `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Answers a request whose URL is none, which no router takes. */
export function answerUnroutable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const requestId = randomUUID()
  const body = errorBody({ code: 400, message: 'the URL is not well-formed', requestId })
  response.writeHead(400, {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'X-Request-ID': requestId,
    Connection: 'close',
  })
  response.end(body)
}
