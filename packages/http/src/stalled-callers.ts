import type { Socket } from 'node:net'

/** What the system has taken of what is written to a connection. */
interface Progress {
  /** Bytes of whole writes. */
  readonly written: number
  /** Bytes that are left of the write that is going on. */
  readonly left: number
}

/** Finds the callers who take nothing of their answers. */
export class StalledCallers {
  readonly #patience: number
  readonly #seen = new WeakMap<Socket, Progress & { readonly since: number }>()

  /** @param patience in milliseconds */
  constructor(patience: number) {
    this.#patience = patience
  }

  /** Whether there is something for the caller to take, of which nothing was taken for that long. */
  isStalled(socket: Socket, now: number): boolean {
    if (socket.writableLength === 0) {
      this.#seen.delete(socket)
      return false
    }
    const progress = progressOf(socket)
    const seen = this.#seen.get(socket)
    if (seen !== undefined && seen.written === progress.written && seen.left === progress.left) {
      return now - seen.since >= this.#patience
    }
    this.#seen.set(socket, { ...progress, since: now })
    return false
  }
}

/**
 * Node counts a write when all of it is done, and one of many bytes may take a slow caller minutes. What is left of it
 * only the handle knows, as Node's own timeout asks it; without a handle, whole writes count.
 */
function progressOf(socket: Socket): Progress {
  const { _handle: handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return { written: socket.bytesWritten - socket.writableLength, left: handle?.writeQueueSize ?? 0 }
}
