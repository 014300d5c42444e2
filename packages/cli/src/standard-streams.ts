import { createInterface } from 'node:readline/promises'
import { addAbortSignal } from 'node:stream'
import { ClosedOutputError, errorCode, StartError } from './faults.js'
import type { Terminal } from './ports.js'

/** The stdout of a process. Writing can fail: the reader of a pipe may close it, or a disk may be full. */
export class StandardOutput {
  readonly #stream: NodeJS.WritableStream
  #fault: ClosedOutputError | StartError | undefined

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
    stream.on('error', (error) => this.#note(error))
  }

  /** The first error of the output; `undefined` = no output was lost. */
  get fault(): ClosedOutputError | StartError | undefined {
    return this.#fault
  }

  /** Writes a line without waiting. If writing fails, `fault` is the error. */
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

  /** Stores only the first error, because later errors of a failed stream are less specific. */
  #note(error: Error): ClosedOutputError | StartError {
    this.#fault ??=
      errorCode(error) === 'EPIPE'
        ? new ClosedOutputError()
        : new StartError(`the output cannot be written: ${error.message}`)
    return this.#fault
  }
}

/** The standard streams of this process. */
export function createTerminal(output: StandardOutput, stop: AbortSignal): Terminal {
  const { stdin, stdout, stderr, env } = process
  let current = ''
  return {
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    // The environment variable NO_COLOR is explained at https://no-color.org
    isColored: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    write: (text) => output.write(text),
    read: () => addAbortSignal(stop, stdin),
    progress: (text) => {
      if (stderr.isTTY && text !== current) stderr.write(`\r\x1b[K${text.slice(0, (stderr.columns || 80) - 1)}`)
      current = text
    },
    ask: async (question) => await askQuestion(question, stop),
  }
}

/**
 * Asks a question without the line editor of Node, which would handle Ctrl-C itself, so that the process would get no
 * signal.
 */
async function askQuestion(question: string, stop: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    return await Promise.race([lines.question(question, { signal: stop }).catch(() => ''), ended])
  } finally {
    lines.close()
  }
}
