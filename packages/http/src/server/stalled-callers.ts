import type { Socket } from 'node:net'

/** How much of the data of a connection the operating system has accepted. */
interface Progress {
  /** Bytes of completed writes. */
  readonly written: number
  /** Remaining bytes of the current write. */
  readonly left: number
}

/** Finds connections whose callers do not receive their answers. */
export class StalledCallers {
  readonly #timeout: number
  readonly #lastProgress = new WeakMap<Socket, Progress & { readonly since: number }>()

  /** @param timeout in milliseconds */
  constructor(timeout: number) {
    this.#timeout = timeout
  }

  /**
   * Whether data waits to be sent, and the operating system has accepted none of it for as long as the timeout.
   *
   * @param now in milliseconds of `performance.now()`
   */
  isStalled(socket: Socket, now: number): boolean {
    if (socket.writableLength === 0) {
      this.#lastProgress.delete(socket)
      return false
    }
    const progress = progressOf(socket)
    const last = this.#lastProgress.get(socket)
    if (last !== undefined && last.written === progress.written && last.left === progress.left) {
      return now - last.since >= this.#timeout
    }
    this.#lastProgress.set(socket, { ...progress, since: now })
    return false
  }
}

/**
 * The progress of a connection. Node counts a write only when it is complete, which may take minutes for a large write
 * to a slow caller. Only the internal handle of the socket knows the remaining bytes; Node's own timeout reads them
 * there, too. Without a handle, only complete writes count.
 */
function progressOf(socket: Socket): Progress {
  const { _handle: handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return { written: socket.bytesWritten - socket.writableLength, left: handle?.writeQueueSize ?? 0 }
}
