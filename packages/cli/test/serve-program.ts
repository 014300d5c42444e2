import { dirname } from 'node:path'
import type { Store } from '@opsgraph/core'
import { vi } from 'vitest'
import { openStore } from '../src/open-store.js'
import { createProgram } from '../src/program.js'
import { fakeTerminal } from './fake-terminal.js'
import { temporaryFile } from './temporary-files.js'

export interface ServeStage {
  /** The store of the server; default: the store that the settings select. */
  readonly store?: Store | Promise<Store>
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The content of the start page of the console; `null` = the console is not built. */
  readonly page?: string | null
}

/**
 * Runs `opsgraph serve` in this process on a free port, until the test calls `stop`. The default log level is `silent`.
 */
export function serveProgram({ store, args = [], env = {}, page = '' }: ServeStage) {
  const webConsole = page === null ? undefined : dirname(temporaryFile('index.html', page))
  const lines: string[] = []
  const logged: Readonly<Record<string, unknown>>[] = []
  const stopping = new AbortController()
  const program = createProgram({
    version: '1.2.3',
    // The server must not keep its secret key in a data directory that the given store does not use.
    env: { LOG_LEVEL: 'silent', ...(store && { OPSGRAPH_STORE: 'memory' }), ...env },
    clock: () => new Date(),
    openStore: async (settings, options) => store ?? (await openStore(settings, options)),
    log: { write: (line) => logged.push(JSON.parse(line)) },
    webConsole: () => webConsole,
    print: (line) => lines.push(line),
    note: () => undefined,
    stop: stopping.signal,
    exit: () => undefined,
    terminal: fakeTerminal(),
  })
  const ended = program.parseAsync(['serve', '--port', '0', ...args], { from: 'user' })
  // Avoids an unhandled rejection. A test that awaits `ended` or lines still gets the error.
  ended.catch(() => undefined)
  /** Waits until `count` lines are printed, and returns all lines so far. */
  const printed = async (count: number) => {
    const enough = vi.waitUntil(() => lines.length >= count, { timeout: 30_000, interval: 5 })
    await Promise.race([enough, ended])
    return lines
  }
  return {
    ended,
    lines,
    /** The log lines so far. */
    logged,
    printed,
    /**
     * Waits for the first printed line, and returns the URL in it. A server that prints an admin key prints the key
     * first, so use `printed` for such a server.
     */
    url: async () => (await printed(1))[0]?.split(' ').at(-1) ?? '',
    /** Sends the stop signal, and waits until the server has ended. */
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
