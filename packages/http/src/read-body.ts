import type { IncomingMessage } from 'node:http'
import { OpsgraphError } from '@opsgraph/core'
import { unsupportedEncoding } from './http-error.js'

/**
 * Reads the bytes of a request's body, counting what arrives whatever its Content-Length says (decisions.md 2). Past the
 * limit nothing more is read; whoever answers then closes the connection.
 *
 * @param limit in bytes
 * @throws OpsgraphError `tooLarge`
 * @throws HttpError 415 for a compressed body
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity') throw unsupportedEncoding(encoding)
  if (Number(request.headers['content-length']) > limit) throw tooLarge(limit)
  return await collect(request, limit)
}

/** Events rather than `for await`, which would destroy the request, and the answer with it, at the limit. */
function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    const settle = (outcome: () => void) => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      // A connection that breaks after this is nobody's error any more.
      request.on('error', () => undefined)
      outcome()
    }
    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received <= limit) {
        chunks.push(chunk)
        return
      }
      request.pause()
      settle(() => reject(tooLarge(limit)))
    }
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, received)))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => settle(() => reject(new Error('the connection was closed before the body was complete')))
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

function tooLarge(limit: number): OpsgraphError {
  return new OpsgraphError('tooLarge', `the body is longer than ${limit} bytes`)
}
