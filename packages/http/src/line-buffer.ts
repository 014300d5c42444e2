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

/** Bytes of lines that are kept for a file that takes none, as on a full disk; of more, the latest are lost. */
const MAX_KEPT = 1024 * 1024

/**
 * Lines to a file that is open. A log that cannot be written is no reason to stop serving: what is kept of it is written
 * as soon as there is room.
 */
export function linesTo(fd: number): LineBuffer {
  const target = destination({ dest: fd, sync: true, maxLength: MAX_KEPT })
  target.on('error', () => undefined)
  // A full buffer would never be tried again; `flushSync` of the target would try for ever, and all would wait.
  target.on('drop', () => void target.write(''))
  return new LineBuffer(target)
}

let standardError: LineBuffer | undefined

/** The one for the standard error of this process, which is complete when the process exits. */
export function linesToStandardError(): LineBuffer {
  if (standardError === undefined) {
    const buffer = linesTo(2)
    process.once('exit', () => buffer.flushSync())
    standardError = buffer
  }
  return standardError
}
