import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { OpsgraphError } from '@opsgraph/core'
import { MEBIBYTE } from './body-limit.js'
import { unsupportedEncoding } from './http-error.js'
import { requireUnread } from './read-body.js'

/** A file that was sent: as the body itself, or as the part `file` of a form. */
export interface Upload {
  /** Its bytes as they arrive; what nobody asks for is not received. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** Bytes that the sender says it has; `undefined` when nobody says it, as in a form. */
  readonly size: number | undefined
}

/** The part of a form that holds the file (rules.md#cmdb-request). */
const PART = 'file'
/** What may surround that part, in bytes. */
const AROUND = MEBIBYTE

/**
 * Opens the file that a request carries.
 *
 * @throws OpsgraphError `invalid` for a form without such a part, or one that is malformed; whoever reads the chunks meets
 *   the same when a form turns out to be so later, or to have two such parts
 * @throws HttpError 415 for a compressed body; 500 if something else has read of it
 */
export async function openUpload(request: IncomingMessage): Promise<Upload> {
  requireUnread(request)
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
    const whole = new Promise<void>((finish, abort) => {
      const fail = (error: Error) => {
        request.unpipe(form)
        request.pause()
        part?.destroy(error)
        abort(error)
      }
      form.on('file', (_name, stream, fileName, _encoding, type) => {
        // Whoever reads it is told; nobody may be reading yet.
        stream.on('error', () => undefined)
        if (part !== undefined) {
          fail(malformed(`it has more than one part named ${PART}: send each file by itself`))
          return
        }
        part = stream
        resolve({ chunks: readingPart(stream, whole), fileName, contentType: type, size: undefined })
      })
      form.on('error', (error) => fail(malformed(error)))
      form.on('finish', () => (part === undefined ? fail(malformed(`it has no part named ${PART}`)) : finish()))
      request.on('data', (chunk: Buffer) => {
        around += part === undefined || part.readableEnded ? chunk.length : 0
        if (around > AROUND) fail(malformed(`it has more than ${AROUND} bytes besides the part named ${PART}`))
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
    return new Busboy({ headers, limits, isPartAFile: (name) => name === PART })
  } catch (error) {
    throw malformed(error)
  }
}

/** @param cause words, or what the parser threw */
function malformed(cause: unknown): OpsgraphError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new OpsgraphError('invalid', `the form is not well-formed: ${reason}`, [], { cause })
}

/** Ending early leaves the stream as it is: destroying a request would take its answer with it. */
function reading(stream: Readable): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }) }
}

/** Ends when all of the form is there: what is wrong behind the part is told as well, to whoever reads the part. */
async function* readingPart(stream: Readable, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* reading(stream)
    await whole
  } catch (error) {
    throw error instanceof ConnectionClosed || error instanceof OpsgraphError ? error : malformed(error)
  }
}

class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed'
  override readonly message = 'the connection was closed before the body was complete'
}
