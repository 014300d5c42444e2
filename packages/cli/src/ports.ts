import type { Store } from '@opsgraph/core'
import type { Environment } from './setting-reader.js'
import type { StoreSettings } from './settings.js'

export interface OpenStoreOptions {
  /** Refuses to begin a new embedded database: for commands that only make sense on one with data. */
  readonly mustExist?: boolean
}

/** @throws StartError that says what cannot be opened and what to do about it */
export type OpenStore = (settings: StoreSettings, options?: OpenStoreOptions) => Promise<Store>

/** All that commands reach outside through, so that a test runs them without a process. */
export interface Ports {
  readonly version: string
  readonly env: Environment
  readonly openStore: OpenStore
  /** A line of the result. */
  readonly print: (line: string) => void
  /** A line about the result, for people: never mixed with it. */
  readonly note: (line: string) => void
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal
}
