import type { TreeUpgrade } from '@opsgraph/core'
import type { Logger } from '@opsgraph/http'

/** Faults of one tree that a line holds; `issueCount` is how many there are. */
const LOGGED_FAULTS = 20

/** One line for each tree of an earlier release: what the start did with it, or why it did nothing. */
export function logTreeUpgrades(upgrades: readonly TreeUpgrade[], logger: Pick<Logger, 'info' | 'warn'>): void {
  for (const { topologyId, name, service, isUpgraded, issues, issueCount, rivals } of upgrades) {
    const topology = { topologyId, name, service, ...(rivals.length > 0 && { topologiesOfService: rivals.length }) }
    if (isUpgraded) logger.info(topology, 'tree upgraded')
    else if (issueCount === 0)
      logger.warn({ ...topology, upgraded: rivals[0] }, 'tree not upgraded: its service has another topology')
    else {
      logger.warn(
        { ...topology, issueCount, issues: issues.slice(0, LOGGED_FAULTS) },
        'tree not upgraded: it breaks rules',
      )
    }
  }
}
