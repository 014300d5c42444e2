import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { OpsgraphError } from '@opsgraph/core'
import { bodyAlreadyRead, unsupportedEncoding } from '../http-error.js'

/** The received bytes of a body, cut off at a limit. */
export interface ReceivedBytes {
  /** At most `limit` bytes. */
  readonly bytes: Buffer
  /**
   * The declared Content-Length if it exceeds the limit, otherwise the number of received bytes. A size above the limit
   * means that the body is too long.
   */
  readonly size: number
}

/**
 * Reads the raw body of a request. If Content-Length exceeds the limit, nothing is read; otherwise the received bytes
 * are counted (rules.md#requests-13). The rest of a body that is too long stays unread. The functions in send-answer.ts
 * then either let the server receive the rest after the answer, or close the connection.
 *
 * @param limit in bytes
 * @throws HttpError 500 if other middleware has read the body
 */
export async function receiveBytes(request: IncomingMessage, limit: number): Promise<ReceivedBytes> {
  requireUnread(request)
  const announced = Number(request.headers['content-length'])
  if (announced > limit) return { bytes: Buffer.alloc(0), size: announced }
  return await collectChunks(request, limit)
}

/**
 * Reads the raw body of a request (see {@link receiveBytes}). Refuses a body that is compressed or too long.
 *
 * @param limit in bytes
 * @throws OpsgraphError `tooLarge`
 * @throws HttpError 415 for a compressed body
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity') throw unsupportedEncoding(encoding)
  const { bytes, size } = await receiveBytes(request, limit)
  if (size > limit) throw new OpsgraphError('tooLarge', `the body is longer than ${limit} bytes`)
  return bytes
}

/**
 * Refuses a body that the host application has begun to read, because the bytes that it has read are lost. If the body
 * has ended, the request emits no further event, and the server would wait forever.
 *
 * @throws HttpError 500 if other middleware has read the body
 */
export function requireUnread(request: IncomingMessage): void {
  const { readableDidRead, readableEnded, readableEncoding } = request
  if (readableDidRead || readableEnded || readableEncoding !== null) throw bodyAlreadyRead()
}

/**
 * Collects the chunks with event listeners, because leaving a `for await` loop at the limit would destroy the request,
 * and no answer could be sent.
 */
function collectChunks(request: IncomingMessage, limit: number): Promise<ReceivedBytes> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (outcome: () => void) => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      // The result is settled, so later errors of the connection do not change it.
      request.on('error', () => undefined)
      outcome()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) {
        chunks.push(chunk)
        return
      }
      request.pause()
      settle(() => resolve({ bytes: Buffer.concat(chunks), size }))
    }
    const onEnd = () => settle(() => resolve({ bytes: concatenate(chunks), size }))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => settle(() => reject(new Error('the connection was closed before the body was complete')))
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

/** Combines the chunks. Most bodies arrive in one chunk, which is returned without a copy. */
function concatenate(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/** Parsing a body of this many bytes takes a few milliseconds. */
const LARGE_BODY_BYTES = 256 * 1024

/**
 * Reads the body of a request as JSON (see {@link parseJson}). A large body cannot be parsed in pieces, so other
 * requests get a turn after it is parsed.
 *
 * @param limit in bytes
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const bytes = await readBody(request, limit)
  const json = parseJson(bytes)
  if (bytes.length > LARGE_BODY_BYTES) await setImmediate()
  return json
}

/**
 * Parses a body as JSON, regardless of its Content-Type (rules.md#requests-3).
 *
 * @returns `undefined` for an empty body
 * @throws OpsgraphError `invalid` for bytes that are not UTF-8, and for malformed JSON
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(decodeUtf8(bytes)) as unknown
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new OpsgraphError('invalid', `the body is not valid JSON${formatPosition(error)}`)
    throw error
  }
}

/** Refuses invalid UTF-8: if it were replaced by replacement characters, two different names could become equal. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OpsgraphError('invalid', 'the body is not valid UTF-8')
  }
}

/**
 * Formats the position of a syntax error. The message of the parser is not used, because it quotes the body, which may
 * contain a secret.
 */
function formatPosition(error: SyntaxError): string {
  const position = /at position (\d+)/.exec(error.message)?.[1]
  return position === undefined ? '' : ` at position ${position}`
}
