import type { OpsgraphOptions, Store, Tracer } from '@opsgraph/core'
import type { PoolCounts } from '@opsgraph/http'
import type { TableStatus } from '@opsgraph/store-postgres'
import type { Command } from 'commander'
import type { Environment } from './setting-reader.js'

/** Where the data are stored: in PostgreSQL, in the embedded database, or in memory. */
export type StoreSettings =
  | {
      readonly kind: 'postgres'
      /** The URL of the database. Only its scheme is validated here; the store validates the rest. */
      readonly url: string
      /**
       * Milliseconds without an answer after which the database counts as unresponsive; `undefined` = the default of
       * the store.
       */
      readonly hangTimeout?: number | undefined
    }
  /** `directory` is an absolute path. */
  | { readonly kind: 'embedded'; readonly directory: string }
  | { readonly kind: 'memory' }

export interface OpenStoreOptions {
  /** Whether opening fails if the embedded database does not exist yet. Set it for commands that need existing data. */
  readonly mustExist?: boolean
  /** Receives the spans of database statements. */
  readonly tracer?: Tracer | undefined
}

export type OpenedStore = Store & {
  /** Reads the state of the connection pool; `undefined` if the store has no pool. */
  readonly poolCounts?: (() => PoolCounts) | undefined
  /** Distributes the large tables over several servers; missing if the store has no tables. */
  readonly spread?: (shards: number) => Promise<readonly string[]>
  /** Lists the tables; missing if the store has no tables. */
  readonly tables?: () => Promise<readonly TableStatus[]>
}

/**
 * Opens a store.
 *
 * @throws StartError if the store cannot be opened; the message says why, and what the user can do next
 */
export type OpenStore = (settings: StoreSettings, options?: OpenStoreOptions) => Promise<OpenedStore>

/**
 * Everything that commands use from outside, such as the clock and the streams. A test passes its own ports, so it can
 * run a command without starting a process.
 */
export interface Ports {
  readonly version: string
  readonly env: Environment
  readonly clock: NonNullable<OpsgraphOptions['clock']>
  readonly openStore: OpenStore
  /** Receives the lines of the server log; default: stderr. */
  readonly log?: { readonly write: (line: string) => void }
  /**
   * Finds the folder of the built console; `undefined` if the console is not built. Default: the folder in the package
   * `@opsgraph/web`.
   */
  readonly webConsole?: () => string | undefined
  /** Prints a line of the result to stdout. */
  readonly print: (line: string) => void
  /** Prints a line about the result to stderr. */
  readonly note: (line: string) => void
  /** A stop signal of the operating system, such as SIGTERM, aborts this `AbortSignal`. */
  readonly stop: AbortSignal
  /** Sets the exit status of a command that ends without an error; default: 0. */
  readonly exit: (status: number) => void
  readonly terminal: Terminal
}

/** Adds a command to its group, or to the program if it has none. */
export type AddCommand = (parent: Command, ports: Ports) => void

/** The standard streams, for commands that read and write files or ask the user. */
export interface Terminal {
  /** Whether the command can ask the user. */
  readonly isInteractive: boolean
  /** Whether the text for stdout may contain color codes. */
  readonly isColored: boolean
  /**
   * Writes a text, which belongs to the result, to stdout; resolves when it is written.
   *
   * @throws ClosedOutputError if the reader has closed stdout
   * @throws StartError if writing fails for another reason
   */
  readonly write: (text: string) => Promise<void>
  /** Reads standard input; throws after a stop signal. */
  readonly read: () => AsyncIterable<Uint8Array>
  /** Shows a progress line on a terminal, in place of the previous progress line. An empty text removes the line. */
  readonly progress: (text: string) => void
  /** Asks the user a question. Resolves to the reply, or to an empty text if the user gives no reply. */
  readonly ask: (question: string) => Promise<string>
}
