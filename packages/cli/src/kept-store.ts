import { UsageError } from './faults.js'
import type { StoreSettings } from './settings.js'

/** Refuses the memory store, which is empty at the start of a command and lost at its end. */
export function requireDurable({ kind }: StoreSettings): void {
  if (kind === 'memory') throw new UsageError('the memory store is lost when the command ends: name a database')
}
