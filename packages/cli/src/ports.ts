import type { Clock, Store, Tracer } from '@opsgraph/core'
import type { PoolCounts } from '@opsgraph/http'
import type { Environment } from './setting-reader.js'
import type { StoreSettings } from './settings.js'

export interface OpenStoreOptions {
  /** Refuses to begin a new embedded database: for commands that only make sense on one with data. */
  readonly mustExist?: boolean
  /** Told what the database does. */
  readonly tracer?: Tracer | undefined
}

export type OpenedStore = Store & {
  /** How the connections to the database stand, where there are some. */
  readonly poolCounts?: (() => PoolCounts) | undefined
}

/** @throws StartError that says what cannot be opened and what to do about it */
export type OpenStore = (settings: StoreSettings, options?: OpenStoreOptions) => Promise<OpenedStore>

/** All that commands reach outside through, so that a test runs them without a process. */
export interface Ports {
  readonly version: string
  readonly env: Environment
  readonly clock: Clock
  readonly openStore: OpenStore
  /** Takes the lines of the server's log; the standard error does unless given. */
  readonly log?: { readonly write: (line: string) => void }
  /** The folder of the built console, `undefined` where there is none; that of its package unless given. */
  readonly webConsole?: () => string | undefined
  /** A line of the result. */
  readonly print: (line: string) => void
  /** A line about the result, for people: never mixed with it. */
  readonly note: (line: string) => void
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal
  /** The exit status of a command that has told its result; 0 when none is given. */
  readonly exit: (status: number) => void
  readonly terminal: Terminal
}

/** What commands need that work on files, or with a person. */
export interface Terminal {
  /** Whether a person can be asked. */
  readonly isInteractive: boolean
  /** Whether the result goes to a person who may like colors. */
  readonly isColored: boolean
  /** A piece of the result that is no line; resolves when more may come. @throws ClosedOutputError, StartError */
  readonly write: (text: string) => Promise<void>
  /** What is piped into the command; ends with an error when the process is asked to end. */
  readonly read: () => AsyncIterable<Uint8Array>
  /** A line that the next one replaces, for a person who waits; `` takes it away. */
  readonly progress: (text: string) => void
  /** What a person answers; `` when there is no answer. */
  readonly ask: (question: string) => Promise<string>
}
