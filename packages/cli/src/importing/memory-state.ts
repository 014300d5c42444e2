import { createOpsgraph, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { StartError } from '../faults.js'
import { OPERATOR } from '../operator.js'
import type { Input } from '../read-input.js'

/**
 * Opens a store in memory, which is lost when the process ends.
 *
 * @param snapshot the initial content; `undefined` = the store is empty
 * @throws StartError if the file is not a valid snapshot
 */
export async function openMemoryState(snapshot: Input | undefined): Promise<Opsgraph> {
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  if (snapshot === undefined) return opsgraph
  await opsgraph.loadSnapshot(OPERATOR, snapshot.open).catch((error: unknown) => {
    throw error instanceof OpsgraphError ? new StartError(`${snapshot.name}: ${error.message}`) : error
  })
  return opsgraph
}
