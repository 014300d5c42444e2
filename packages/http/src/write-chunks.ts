import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { TextChunks } from './json-chunks.js'

/** UTF-16 units that are written at a time: others are served between two of them. */
const CHUNK = 64 * 1024

/**
 * Writes a text as fast as its caller takes it, and ends early when the caller is gone. No more than a chunk waits in
 * memory.
 *
 * @param first what of it was taken already
 */
export async function writeChunks(response: ServerResponse, first: string, rest: TextChunks): Promise<void> {
  const { socket } = response.req
  for (let chunk: string | undefined = first; chunk !== undefined; chunk = rest.next(CHUNK)) {
    if (response.destroyed || socket.destroyed) return
    if (response.write(chunk)) await setImmediate()
    else await drained(response)
  }
}

/** An answer that waits for another one on the same connection hears nothing of its end: the connection does. */
function drained(response: ServerResponse): Promise<void> {
  const { socket } = response.req
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      socket.off('close', settle)
      resolve()
    }
    response.once('drain', settle)
    // As many answers as a connection may have wait for its end.
    socket.setMaxListeners(0).once('close', settle)
  })
}
