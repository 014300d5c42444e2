import { UsageError } from './faults.js'
import type { StoreSettings } from './settings.js'

/** Refuses a store that ends with the command: what is written into it, or read from it, is nothing. */
export function requireKept({ kind }: StoreSettings): void {
  if (kind === 'memory') throw new UsageError('the memory store ends with the process: name a database')
}
