import { createOpsgraph, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { StartError } from '../faults.js'
import { OPERATOR } from '../operator.js'
import type { Input } from '../read-input.js'

/**
 * A state in memory, which ends with the process.
 *
 * @param snapshot `undefined` = nothing is known yet
 * @throws StartError when that is no snapshot
 */
export async function openMemoryState(snapshot: Input | undefined): Promise<Opsgraph> {
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  if (snapshot === undefined) return opsgraph
  await opsgraph.loadSnapshot(OPERATOR, snapshot.open).catch((error: unknown) => {
    throw error instanceof OpsgraphError ? new StartError(`${snapshot.name}: ${error.message}`) : error
  })
  return opsgraph
}
