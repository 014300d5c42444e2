import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { TextChunks } from './json-chunks.js'

/** UTF-16 units per write: other requests are served between two writes. */
const CHUNK = 64 * 1024

/**
 * Writes a text with backpressure, and ends early if the caller disconnects. At most one chunk waits in memory.
 *
 * @param first the chunk that was already read from the text
 */
export async function writeChunks(response: ServerResponse, first: string, rest: TextChunks): Promise<void> {
  const { socket } = response.req
  for (let chunk: string | undefined = first; chunk !== undefined; chunk = rest.next(CHUNK)) {
    if (response.destroyed || socket.destroyed) return
    if (response.write(chunk)) await setImmediate()
    else await drained(response)
  }
}

/**
 * Also listens to the socket: an answer that waits behind another one on the connection gets no event when it closes.
 */
function drained(response: ServerResponse): Promise<void> {
  const { socket } = response.req
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      socket.off('close', settle)
      resolve()
    }
    response.once('drain', settle)
    // Avoids a warning: each pipelined answer adds a listener.
    socket.setMaxListeners(0).once('close', settle)
  })
}
