import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { AsyncTextChunks } from './json-chunks.js'

/** UTF-16 units per write. Between two writes, the server can serve other requests. */
export const CHUNK_CHARACTERS = 64 * 1024

/**
 * Writes a text with backpressure, and ends early if the caller disconnects. At most one chunk is in memory.
 *
 * @param first the first chunk, which was already read
 * @param rest the chunks after it
 * @param sink receives the text: the response, or a stream that compresses the text and writes it to the response
 */
export async function writeChunks(
  response: ServerResponse,
  first: string,
  rest: AsyncTextChunks,
  sink: Writable = response,
): Promise<void> {
  const { socket } = response.req
  for (let chunk: string | undefined = first; chunk !== undefined; chunk = await rest.next(CHUNK_CHARACTERS)) {
    if (response.destroyed || socket.destroyed) return
    if (!sink.write(chunk)) await waitForDrain(response, sink)
    // `waitForDrain` does not replace this pause. If the operating system accepts a chunk at once, the response
    // drains before the event loop can serve another request.
    await setImmediate()
  }
}

/** Runs a computation to its end. Lets the process serve other requests whenever the computation yields. */
export async function runWithPauses<T>(computation: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
    await setImmediate()
  }
}

/**
 * Waits until the sink can accept more data, or the connection is closed. If requests are pipelined, the response to a
 * later request emits no `close` event when the connection closes. So this also listens to the socket.
 */
function waitForDrain(response: ServerResponse, sink: Writable): Promise<void> {
  const { socket } = response.req
  return new Promise((resolve) => {
    const settle = () => {
      sink.off('drain', settle)
      socket.off('close', settle)
      resolve()
    }
    sink.once('drain', settle)
    // Removes the limit of listeners: each pipelined answer adds a listener, and Node would print a warning.
    socket.setMaxListeners(0).once('close', settle)
  })
}
