import type { Clock, Store, Tracer } from '@opsgraph/core'
import type { PoolCounts } from '@opsgraph/http'
import type { Environment } from './setting-reader.js'
import type { StoreSettings } from './settings.js'

export interface OpenStoreOptions {
  /** Whether to refuse to create a new embedded database, for commands that need existing data. */
  readonly mustExist?: boolean
  /** Receives spans of the database. */
  readonly tracer?: Tracer | undefined
}

export type OpenedStore = Store & {
  /** Reads the state of the connection pool; `undefined` if there is none. */
  readonly poolCounts?: (() => PoolCounts) | undefined
}

/** @throws StartError with the reason and the next step */
export type OpenStore = (settings: StoreSettings, options?: OpenStoreOptions) => Promise<OpenedStore>

/** The access of commands to the outside, so that tests can run them without a process. */
export interface Ports {
  readonly version: string
  readonly env: Environment
  readonly clock: Clock
  readonly openStore: OpenStore
  /** Receives the lines of the server log; default: stderr. */
  readonly log?: { readonly write: (line: string) => void }
  /** Finds the folder of the built console, `undefined` if it is not built; default: the folder of its package. */
  readonly webConsole?: () => string | undefined
  /** Prints a line of the result to stdout. */
  readonly print: (line: string) => void
  /** Prints a line about the result to stderr. */
  readonly note: (line: string) => void
  /** Aborted by a stop signal. */
  readonly stop: AbortSignal
  /** Sets the exit status of a command without an error; default: 0. */
  readonly exit: (status: number) => void
  readonly terminal: Terminal
}

/** The standard streams, for commands that read and write files or ask the user. */
export interface Terminal {
  /** Whether the user can be asked. */
  readonly isInteractive: boolean
  /** Whether the result may have colors. */
  readonly isColored: boolean
  /** Writes a part of the result; resolves when it is written. @throws ClosedOutputError, StartError */
  readonly write: (text: string) => Promise<void>
  /** Reads standard input; throws after a stop signal. */
  readonly read: () => AsyncIterable<Uint8Array>
  /** Shows a progress line on a terminal, which replaces the earlier one; the empty text removes it. */
  readonly progress: (text: string) => void
  /** The reply of the user; empty if there is none. */
  readonly ask: (question: string) => Promise<string>
}
