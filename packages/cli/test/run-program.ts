import type { Store } from '@opsgraph/core'
import { toFailure } from '../src/failure.js'
import type { Ports, Terminal } from '../src/ports.js'
import { createProgram } from '../src/program.js'
import { bytesOf, fakeTerminal } from './fake-terminal.js'

export interface Stage {
  readonly env?: Ports['env']
  /** The current time for the program. */
  readonly now?: Date
  /** The store of the program. The store stays open, so that the test can read it afterwards. */
  readonly store?: Store
  readonly terminal?: Partial<Terminal>
  readonly stop?: AbortSignal
  /**
   * Receive the lines on stdout and on stderr. A test passes these lists if the command throws, because `runProgram`
   * then returns nothing.
   */
  readonly printed?: string[]
  readonly noted?: string[]
}

/** Runs the command line in this process. Returns its output and its exit status, unless the command throws. */
export async function runProgram(args: readonly string[], stage: Stage = {}) {
  const { env = {}, now = new Date(), store, terminal, stop = new AbortController().signal } = stage
  const { printed = [], noted = [] } = stage
  const written: string[] = []
  let status = 0
  const program = createProgram({
    version: '1.2.3',
    env,
    clock: () => now,
    openStore: async () => {
      if (store === undefined) throw new Error('the command must not open a store')
      return Object.assign(store, { close: async () => undefined })
    },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    stop,
    exit: (code) => {
      status = code
    },
    terminal: fakeTerminal({
      write: async (text) => {
        written.push(text)
      },
      ...terminal,
    }),
  })
  await program.parseAsync(args, { from: 'user' })
  return { printed, noted, status, written: written.join(''), text: printed.join('\n') }
}

/**
 * Runs the command line in this process, with a text as standard input. Returns the same as `run` in
 * command-process.ts, which starts a process and so needs half a second of processor time.
 */
export async function runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
  const [printed, noted, written]: [string[], string[], string[]] = [[], [], []]
  const terminal = {
    read: () => bytesOf(input),
    write: async (text: string) => {
      written.push(text)
    },
  }
  const { status, message } = await runProgram(args, { env, terminal, printed, noted }).then(
    (ended) => ({ status: ended.status, message: undefined }),
    (error) => toFailure(error),
  )
  if (message !== undefined) noted.push(`opsgraph: ${message}`)
  return { end: status, stdout: written.join('') + textOf(printed), stderr: textOf(noted) }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
