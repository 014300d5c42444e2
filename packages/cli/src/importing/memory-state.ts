import { type Caller, createOpsgraph, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { StartError } from '../faults.js'
import type { Input } from '../read-input.js'

/** On whose behalf a command works on a state of its own. */
export const OPERATOR: Caller = { user: 'admin', scopes: ['admin'], requestId: null }

/**
 * A state in memory, which ends with the process.
 *
 * @param snapshot `undefined` = nothing is known yet
 * @throws StartError when that is no snapshot
 */
export async function openMemoryState(snapshot: Input | undefined): Promise<Opsgraph> {
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  if (snapshot === undefined) return opsgraph
  await opsgraph.loadSnapshot(snapshot.open).catch((error: unknown) => {
    throw error instanceof OpsgraphError ? new StartError(`${snapshot.name}: ${error.message}`) : error
  })
  return opsgraph
}
