import type { IncomingMessage } from 'node:http'
import { OpsgraphError } from '@opsgraph/core'
import { bodyAlreadyRead, unsupportedEncoding } from './http-error.js'

/** The bytes of a body, as far as they were read. */
export interface ReceivedBytes {
  /** At most as many as the limit. */
  readonly bytes: Buffer
  /** As many as were announced, or else received: more than the limit when the body is longer. */
  readonly size: number
}

/**
 * Reads the bytes of a request's body, whatever they are, counting what arrives whatever its Content-Length says
 * (rules.md#requests-13). Past the limit nothing more is read; whoever answers then closes the connection.
 *
 * @param limit in bytes
 * @throws HttpError 500 if something else has read of the body
 */
export async function receiveBytes(request: IncomingMessage, limit: number): Promise<ReceivedBytes> {
  requireUnread(request)
  const announced = Number(request.headers['content-length'])
  if (announced > limit) return { bytes: Buffer.alloc(0), size: announced }
  return await collect(request, limit)
}

/**
 * Reads a body as {@link receiveBytes} does, and refuses what is compressed or too long.
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
 * Refuses a body that the application around this one has begun to read: the rest of it, if any, never makes a whole, and
 * after its end no event would follow.
 *
 * @throws HttpError 500
 */
export function requireUnread(request: IncomingMessage): void {
  const { readableDidRead, readableEnded, readableEncoding } = request
  if (readableDidRead || readableEnded || readableEncoding !== null) throw bodyAlreadyRead()
}

/** Events rather than `for await`, which would destroy the request, and the answer with it, at the limit. */
function collect(request: IncomingMessage, limit: number): Promise<ReceivedBytes> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (outcome: () => void) => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      // A connection that breaks after this is nobody's error any more.
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
    const onEnd = () => settle(() => resolve({ bytes: joined(chunks), size }))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => settle(() => reject(new Error('the connection was closed before the body was complete')))
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

/** Most bodies arrive in one piece, which is not copied. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}
