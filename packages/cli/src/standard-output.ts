import { ClosedOutputError, errorCode, StartError } from './faults.js'

/** stdout of a process, which may be a pipe whose reader goes, or a file whose disk is full. */
export class StandardOutput {
  readonly #stream: NodeJS.WritableStream
  #fault: ClosedOutputError | StartError | undefined

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
    stream.on('error', (error) => this.#note(error))
  }

  /** Why some of the output was lost; `undefined` = none was. */
  get fault(): ClosedOutputError | StartError | undefined {
    return this.#fault
  }

  /** Writes a line and does not wait; what is lost is told by `fault`. */
  print(line: string): void {
    this.#stream.write(`${line}\n`)
  }

  /**
   * Resolves when more may come.
   *
   * @throws ClosedOutputError if the reader has gone
   * @throws StartError if it cannot be written for another reason
   */
  async write(text: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(text, (error) => (error ? reject(this.#note(error)) : resolve()))
    })
  }

  /** Keeps the first error: a stream that has failed answers later writes with less. */
  #note(error: Error): ClosedOutputError | StartError {
    this.#fault ??=
      errorCode(error) === 'EPIPE'
        ? new ClosedOutputError()
        : new StartError(`the output cannot be written: ${error.message}`)
    return this.#fault
  }
}
