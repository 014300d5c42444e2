import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from './error-handler.js'
import { securityHeaders } from './security-headers.js'
import { JSON_TYPE } from './send-answer.js'

/** What the HTTP parser finds, besides plain nonsense. */
const FAULTS: ReadonlyMap<string, { readonly code: number; readonly message: string }> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { code: 408, message: 'the request was not complete in time' }],
  ['HPE_HEADER_OVERFLOW', { code: 431, message: 'the headers are too long' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { code: 413, message: 'the chunk extensions are too long' }],
])
const NONSENSE = { code: 400, message: 'the request is not well-formed HTTP' }
const NO_URL = { code: 400, message: 'the URL is not well-formed' }
/** No browser sends what is answered here: that it is to stay on TLS, it hears from other answers. */
const SECURITY_HEADERS = securityHeaders(false)

/**
 * Answers bytes that are not a request, and closes the connection. Where other answers are on their way on the same
 * connection, or still to come, nothing may get in between: they end first, and then it is only closed.
 */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  answers: readonly ServerResponse[],
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lastOwed = answers.findLast((answer) => answer.headersSent || answer.req.complete)
  if (lastOwed === undefined) answerAlone(socket, FAULTS.get(error.code ?? '') ?? NONSENSE)
  else closeAfter(lastOwed, socket)
}

/** Answers a request whose URL is none, which no router takes. */
export function answerUnroutable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { headers, body } = refusal(NO_URL)
  response.writeHead(NO_URL.code, headers)
  response.end(body)
}

/** Answers are sent in the order of their requests. */
function closeAfter(last: ServerResponse, socket: Socket): void {
  // Whatever else arrives would only be refused again.
  socket.pause()
  last.once('close', () => socket.destroySoon())
}

function answerAlone(socket: Socket, fault: { readonly code: number; readonly message: string }): void {
  const { headers, body } = refusal(fault)
  const head = [`HTTP/1.1 ${fault.code} ${STATUS_CODES[fault.code]}`]
  for (let at = 0; at < headers.length; at += 2) head.push(`${headers[at]}: ${headers[at + 1]}`)
  socket.end([...head, '', body].join('\r\n'))
}

/** Its headers are names and values in turn. */
function refusal(fault: { readonly code: number; readonly message: string }) {
  const requestId = randomUUID()
  const body = errorBody({ ...fault, requestId })
  const length = String(Buffer.byteLength(body))
  const headers = ['X-Request-ID', requestId, ...SECURITY_HEADERS, 'Content-Type', JSON_TYPE, 'Content-Length', length]
  return { headers: [...headers, 'Connection', 'close'], body }
}
