import type { TreeUpgrade } from '@opsgraph/core'
import type { Logger } from '@opsgraph/http'

/** Maximum number of faults of one tree in a log line. The field `issueCount` is the total number of faults. */
const LOGGED_FAULTS = 20

/** Logs one line for each topology of an earlier release (tree): whether it was upgraded, or why not. */
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
