import { ClosedOutputError, errorCode, StartError } from './faults.js'

/** The stdout of a process. Writing can fail: the reader of a pipe may close it, or a disk may be full. */
export class StandardOutput {
  readonly #stream: NodeJS.WritableStream
  #fault: ClosedOutputError | StartError | undefined

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
    stream.on('error', (error) => this.#note(error))
  }

  /** The error that caused a loss of output; `undefined` = no output was lost. */
  get fault(): ClosedOutputError | StartError | undefined {
    return this.#fault
  }

  /** Writes a line without waiting. If writing fails, `fault` holds the error. */
  print(line: string): void {
    this.#stream.write(`${line}\n`)
  }

  /**
   * Writes a text, and resolves when it is written.
   *
   * @throws ClosedOutputError if the reader has closed the output
   * @throws StartError if writing fails for another reason
   */
  async write(text: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(text, (error) => (error ? reject(this.#note(error)) : resolve()))
    })
  }

  /** Keeps the first error: later errors of a failed stream are less specific. */
  #note(error: Error): ClosedOutputError | StartError {
    this.#fault ??=
      errorCode(error) === 'EPIPE'
        ? new ClosedOutputError()
        : new StartError(`the output cannot be written: ${error.message}`)
    return this.#fault
  }
}
