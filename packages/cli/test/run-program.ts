import type { Store } from '@opsgraph/core'
import type { Ports, Terminal } from '../src/ports.js'
import { createProgram } from '../src/program.js'
import { fakeTerminal } from './fake-terminal.js'

export interface Stage {
  readonly env?: Ports['env']
  /** What the clock shows. */
  readonly now?: Date
  /** Stays open, to be looked into afterwards. */
  readonly store?: Store
  readonly terminal?: Partial<Terminal>
  readonly stop?: AbortSignal
  /** Takes what is noted, for commands that are to fail. */
  readonly noted?: string[]
}

/** Runs the command line in this process; everything that it tells, and the exit status of a command that ends well. */
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
      if (store === undefined) throw new Error('the command was to need no store')
      return Object.assign(store, { close: async () => undefined })
    },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    stop,
    exit: (given) => {
      status = given
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
