import { type DestinationStream, destination } from 'pino'

/** UTF-16 units that wait at most. */
const MAX_WAITING = 64 * 1024

/**
 * Writes lines together that come in the same turn of the event loop: many answers end in one, and each write is a call of
 * the system. Nothing waits longer than its turn, so that what a process said last is there however it ends, short of
 * being killed in the middle of one.
 */
export class LineBuffer implements DestinationStream {
  readonly #target: DestinationStream
  #waiting = ''

  constructor(target: DestinationStream) {
    this.#target = target
  }

  write(line: string): void {
    if (this.#waiting === '') setImmediate(() => this.flushSync())
    this.#waiting += line
    if (this.#waiting.length > MAX_WAITING) this.flushSync()
  }

  /** Under this name pino calls it after a line of level `fatal`. */
  flushSync(): void {
    const waiting = this.#waiting
    this.#waiting = ''
    if (waiting !== '') this.#target.write(waiting)
  }
}

let standardError: LineBuffer | undefined

/** The one for the standard error of this process, which is complete when the process exits. */
export function linesToStandardError(): LineBuffer {
  if (standardError === undefined) {
    const buffer = new LineBuffer(destination({ dest: 2, sync: true }))
    process.once('exit', () => buffer.flushSync())
    standardError = buffer
  }
  return standardError
}
