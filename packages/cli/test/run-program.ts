import type { Store } from '@opsgraph/core'
import type { Ports, Terminal } from '../src/ports.js'
import { createProgram } from '../src/program.js'
import { fakeTerminal } from './fake-terminal.js'

export interface Stage {
  readonly env?: Ports['env']
  /** The current time for the program. */
  readonly now?: Date
  /** The store of the program. The store stays open, so that the test can read it afterwards. */
  readonly store?: Store
  readonly terminal?: Partial<Terminal>
  readonly stop?: AbortSignal
  /**
   * Receives the lines on stderr. A test passes this list if the command throws, because `runProgram` then returns
   * nothing.
   */
  readonly noted?: string[]
}

/** Runs the command line in this process. Returns its output and its exit status, unless the command throws. */
export async function runProgram(args: readonly string[], stage: Stage = {}) {
  const { env = {}, now = new Date(), store, terminal, stop = new AbortController().signal } = stage
  const printed: string[] = []
  const noted = stage.noted ?? []
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
