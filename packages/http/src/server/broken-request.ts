import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { NO_STORE, SECURITY_HEADERS } from '../answer/security-headers.js'
import { JSON_TYPE } from '../answer/send-answer.js'
import { errorBody } from '../pipeline/error-handler.js'

/** Errors of Node's HTTP parser that have their own HTTP status. */
const FAULT_BY_CODE: ReadonlyMap<string, { readonly code: number; readonly message: string }> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { code: 408, message: 'the request was not complete in time' }],
  ['HPE_HEADER_OVERFLOW', { code: 431, message: 'the headers are too long' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { code: 413, message: 'the chunk extensions are too long' }],
])
const NOT_HTTP_FAULT = { code: 400, message: 'the request is not well-formed HTTP' }
const MALFORMED_URL_FAULT = { code: 400, message: 'the URL is not well-formed' }

/**
 * Answers bytes that are not an HTTP request, and closes the connection. If earlier requests on the connection are
 * still unanswered, the bytes get no answer, and the connection closes after the last of those requests is answered.
 * HTTP/1.1 requires answers in the order of the requests.
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
  const lastPending = answers.findLast((answer) => answer.headersSent || answer.req.complete)
  if (lastPending === undefined) answerOnSocket(socket, FAULT_BY_CODE.get(error.code ?? '') ?? NOT_HTTP_FAULT)
  else closeAfterResponse(lastPending, socket)
}

/** Answers a request whose URL is malformed. Express passes such a request to no route. */
export function answerUnroutable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { headers, body } = buildRefusal(MALFORMED_URL_FAULT)
  response.writeHead(MALFORMED_URL_FAULT.code, headers)
  response.end(body)
}

/** Closes a connection after its last answer. Answers are sent in the order of their requests, so no answer is lost. */
function closeAfterResponse(last: ServerResponse, socket: Socket): void {
  // Stops reading, because bytes after a malformed request cannot be parsed either.
  socket.pause()
  last.once('close', () => socket.destroySoon())
}

function answerOnSocket(socket: Socket, fault: { readonly code: number; readonly message: string }): void {
  const { headers, body } = buildRefusal(fault)
  const head = [`HTTP/1.1 ${fault.code} ${STATUS_CODES[fault.code]}`]
  for (let at = 0; at < headers.length; at += 2) head.push(`${headers[at]}: ${headers[at + 1]}`)
  socket.end([...head, '', body].join('\r\n'))
}

/**
 * Builds the headers, as alternating names and values, and the body of an error answer. It omits
 * Strict-Transport-Security: only browsers use this header, and no browser sends malformed requests.
 */
function buildRefusal(fault: { readonly code: number; readonly message: string }) {
  const requestId = randomUUID()
  const body = errorBody({ ...fault, requestId })
  const length = String(Buffer.byteLength(body))
  const headers = ['X-Request-ID', requestId, ...SECURITY_HEADERS, ...NO_STORE]
  return {
    headers: [...headers, 'Content-Type', JSON_TYPE, 'Content-Length', length, 'Connection', 'close'],
    body,
  }
}
