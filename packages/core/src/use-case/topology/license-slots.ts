import type { Issue } from '../../issue.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'

/**
 * The number of further topologies that the license allows (rules.md#license); `null` = unlimited. If the caller holds
 * the lock `topologies`, the number stays correct until the transaction ends.
 */
export async function countFreeSlots(
  { license: { topologyFeature, topologyLimit } }: Pick<Dependencies, 'license'>,
  { topologies }: Pick<StoreParts, 'topologies'>,
): Promise<number | null> {
  if (!topologyFeature) return 0
  return topologyLimit === null ? null : Math.max(0, topologyLimit - (await topologies.count()))
}

/** The error for an action that would create more topologies than the license allows. */
export function noFreeSlotError(
  { license: { topologyFeature, topologyLimit } }: Pick<Dependencies, 'license'>,
  issues: readonly Issue[] = [],
): OpsgraphError {
  const message = topologyFeature
    ? `the license allows ${topologyLimit} topologies, and there would be more`
    : 'the license does not include the Service Topology feature'
  return new OpsgraphError('forbidden', message, issues)
}
