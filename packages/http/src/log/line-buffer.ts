import { type DestinationStream, destination } from 'pino'

/** The buffer is written when it exceeds this size, in UTF-16 units. */
const MAX_WAITING_CHARACTERS = 64 * 1024

/**
 * Combines the lines of one event loop turn into one write, which saves system calls. Each line is written before its
 * event loop turn ends. So lines are lost only if the process is killed during the turn.
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
    if (this.#waiting.length > MAX_WAITING_CHARACTERS) this.flushSync()
  }

  /** Writes the buffered lines. pino calls the method `flushSync` after a line of level `fatal`. */
  flushSync(): void {
    const waiting = this.#waiting
    this.#waiting = ''
    if (waiting !== '') this.#target.write(waiting)
  }
}

/**
 * Maximum bytes of lines that wait in memory while a file cannot be written, e.g. because the disk is full. Further
 * lines are lost.
 */
const MAX_WAITING_BYTES = 1024 * 1024

/**
 * Writes lines to an open file. If writing fails, the server continues, and the waiting lines are written as soon as
 * writing succeeds again.
 */
export function createLineBuffer(fd: number): LineBuffer {
  const target = destination({ dest: fd, sync: true, maxLength: MAX_WAITING_BYTES })
  target.on('error', () => undefined)
  // When the buffer of pino is full, pino drops each new line, and does not retry the failed write. Writing an empty
  // text makes pino retry. The method `flushSync` of pino is no alternative: it would block the process forever.
  target.on('drop', () => void target.write(''))
  return new LineBuffer(target)
}

let standardError: LineBuffer | undefined

/** The shared buffer for the standard error of this process. It is flushed when the process exits. */
export function standardErrorBuffer(): LineBuffer {
  if (standardError === undefined) {
    const buffer = createLineBuffer(2)
    process.once('exit', () => buffer.flushSync())
    standardError = buffer
  }
  return standardError
}
