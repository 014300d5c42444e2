import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { OpsgraphError } from '@opsgraph/core'
import { unsupportedEncoding } from '../http-error.js'
import { requireUnread } from './read-body.js'
import { MEBIBYTE } from './route-body.js'

/** An uploaded file: the body itself, or the part `file` of a form. */
export interface Upload {
  /** The bytes as they arrive. If the reader pauses, the sender is slowed down (backpressure). */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The declared size in bytes; `undefined` if none is declared, as in a form. */
  readonly size: number | undefined
}

/** The name of the form part with the file (rules.md#cmdb-request). */
const FILE_PART = 'file'
/** Maximum number of bytes of a form besides the file. */
const MAX_OTHER_BYTES = MEBIBYTE

/**
 * Opens the uploaded file of a request.
 *
 * @throws OpsgraphError `invalid` for a malformed form, and for a form without a part `file`. If a later part of the
 *   form is malformed, or is a second part `file`, reading the chunks throws the same error
 * @throws HttpError 415 for a compressed body; 500 if other middleware has read the body
 */
export async function openUpload(request: IncomingMessage): Promise<Upload> {
  requireUnread(request)
  const { 'content-encoding': encoding = 'identity', 'content-type': contentType } = request.headers
  if (encoding.trim().toLowerCase() !== 'identity') throw unsupportedEncoding(encoding)
  if (!isForm(contentType)) {
    const length = request.headers['content-length']
    const size = length === undefined ? undefined : Number(length)
    return { chunks: iterateStream(request), fileName: undefined, contentType, size }
  }
  return await openPart(request, contentType)
}

function isForm(contentType: string | undefined): contentType is string {
  return contentType?.trimStart().toLowerCase().startsWith('multipart/form-data') === true
}

function openPart(request: IncomingMessage, contentType: string): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const form = openForm(request, contentType)
    let part: Readable | undefined
    let otherBytes = 0
    const whole = new Promise<void>((finish, abort) => {
      const fail = (error: Error) => {
        request.unpipe(form)
        request.pause()
        part?.destroy(error)
        abort(error)
      }
      form.on('file', (_name, stream, fileName, ...[, type]) => {
        // The reader of the part gets the error. If there is no reader, the error must not crash the process.
        stream.on('error', () => undefined)
        if (part !== undefined) {
          fail(malformedFormError(`it has more than one part named ${FILE_PART}: send one file per request`))
          return
        }
        part = stream
        resolve({ chunks: iteratePart(stream, whole), fileName, contentType: type, size: undefined })
      })
      form.on('error', (error) => fail(malformedFormError(error)))
      form.on('finish', () =>
        part === undefined ? fail(malformedFormError(`it has no part named ${FILE_PART}`)) : finish(),
      )
      request.on('data', (chunk: Buffer) => {
        otherBytes += part === undefined || part.readableEnded ? chunk.length : 0
        if (otherBytes > MAX_OTHER_BYTES)
          fail(malformedFormError(`it has more than ${MAX_OTHER_BYTES} bytes besides the part named ${FILE_PART}`))
      })
      request.on('close', () => {
        if (!request.complete) fail(new ConnectionClosed())
      })
    })
    whole.catch(reject)
    request.pipe(form)
  })
}

function openForm(request: IncomingMessage, contentType: string): BusboyInstance {
  try {
    const limits = { fields: 20, files: 2, fieldSize: 1024, headerPairs: 50 }
    const headers = { ...request.headers, 'content-type': contentType }
    return new Busboy({ headers, limits, isPartAFile: (name) => name === FILE_PART })
  } catch (error) {
    throw malformedFormError(error)
  }
}

/**
 * Creates the error for a malformed form.
 *
 * @param cause a reason, or the error of the parser
 */
function malformedFormError(cause: unknown): OpsgraphError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new OpsgraphError('invalid', `the form is not well-formed: ${reason}`, [], { cause })
}

/**
 * Iterates over a stream. If the reader stops early, the stream stays open, because destroying a request would also
 * destroy its answer.
 */
function iterateStream(stream: Readable): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }) }
}

/**
 * Reads the form part with the file. Ends only when the whole form has arrived, so that the reader also gets errors
 * that occur after this part.
 */
async function* iteratePart(stream: Readable, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* iterateStream(stream)
    await whole
  } catch (error) {
    throw error instanceof ConnectionClosed || error instanceof OpsgraphError ? error : malformedFormError(error)
  }
}

class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed'
  override readonly message = 'the connection was closed before the body was complete'
}
