import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { OpsgraphError } from '@opsgraph/core'
import { MEBIBYTE } from './body-limit.js'
import { unsupportedEncoding } from './http-error.js'

/** A file that was sent: as the body itself, or as the part `file` of a form. */
export interface Upload {
  /** Its bytes as they arrive; what nobody asks for is not received. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** Bytes that the sender says it has; `undefined` when nobody says it, as in a form. */
  readonly size: number | undefined
}

/** The part of a form that holds the file (api.md, POST /api/resources/import). */
const PART = 'file'
/** What may surround that part, in bytes. */
const AROUND = MEBIBYTE

/**
 * Opens the file that a request carries.
 *
 * @throws OpsgraphError `invalid` for a form without such a part, or one that is malformed
 * @throws HttpError 415 for a compressed body
 */
export async function openUpload(request: IncomingMessage): Promise<Upload> {
  const { 'content-encoding': encoding = 'identity', 'content-type': contentType } = request.headers
  if (encoding.trim().toLowerCase() !== 'identity') throw unsupportedEncoding(encoding)
  if (!isForm(contentType)) {
    const length = request.headers['content-length']
    const size = length === undefined ? undefined : Number(length)
    return { chunks: reading(request), fileName: undefined, contentType, size }
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
    let around = 0
    const fail = (error: Error) => {
      request.unpipe(form)
      request.pause()
      part?.destroy(error)
      reject(error)
    }
    form.on('file', (_name, stream, fileName, _encoding, type) => {
      if (part !== undefined) {
        stream.on('error', () => undefined).resume()
        return
      }
      part = stream
      // Whoever reads it is told; nobody may be reading yet.
      stream.on('error', () => undefined)
      resolve({ chunks: readingPart(stream), fileName, contentType: type, size: undefined })
    })
    form.on('error', (error) => fail(malformed(error)))
    form.on('finish', () => fail(malformed(new Error(`it has no part named ${PART}`))))
    request.on('data', (chunk: Buffer) => {
      around += part === undefined ? chunk.length : 0
      if (around > AROUND) fail(malformed(new Error(`it has no part named ${PART} among its first ${AROUND} bytes`)))
    })
    request.on('close', () => {
      if (!request.complete) fail(new ConnectionClosed())
    })
    request.pipe(form)
  })
}

function openForm(request: IncomingMessage, contentType: string): BusboyInstance {
  try {
    const limits = { fields: 20, files: 2, fieldSize: 1024, headerPairs: 50 }
    const headers = { ...request.headers, 'content-type': contentType }
    return new Busboy({ headers, limits, isPartAFile: (name) => name === PART })
  } catch (error) {
    throw malformed(error)
  }
}

function malformed(cause: unknown): OpsgraphError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new OpsgraphError('invalid', `the form is not well-formed: ${reason}`, [], { cause })
}

/** Ending early leaves the stream as it is: destroying a request would take its answer with it. */
function reading(stream: Readable): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }) }
}

/** A form that ends in the middle of a part is told to whoever reads the part. */
async function* readingPart(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* reading(stream)
  } catch (error) {
    throw error instanceof ConnectionClosed || error instanceof OpsgraphError ? error : malformed(error)
  }
}

class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed'
  override readonly message = 'the connection was closed before the body was complete'
}
