import { UsageError } from './faults.js'
import type { StoreSettings } from './settings.js'

/** Refuses the memory store: it is empty at the start of a command, and its content is lost at the end. */
export function requireDurable({ kind }: StoreSettings): void {
  if (kind === 'memory') throw new UsageError('the memory store is lost when the command ends: name a database')
}
