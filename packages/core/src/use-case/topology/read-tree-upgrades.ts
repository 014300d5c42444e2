import type { StoreParts } from '../../port/store.js'
import {
  planTreeUpgrade,
  type TreeCandidate,
  type TreeUpgrade,
  treeCandidate,
} from '../../topology/tree/plan-tree-upgrade.js'

/**
 * Number of topologies held in memory at a time. This number is low, because one topology can have thousands of nodes.
 */
const PAGE = 20

/**
 * What an upgrade would do with each topology of schemaVersion 1, sorted by createTime, then by id. Writes nothing.
 */
export async function readTreeUpgrades({
  topologies,
}: Pick<StoreParts, 'topologies'>): Promise<readonly TreeUpgrade[]> {
  const candidates: TreeCandidate[] = []
  const upgraded = new Map<string, string>()
  for (let page = 1; ; page++) {
    const filters = { schemaVersion: ['1'] }
    const { items, total } = await topologies.list({ filters, sort: undefined, page, pageSize: PAGE })
    candidates.push(...items.map(treeCandidate))
    for (const known of await topologies.readByServices(items.map(({ service }) => service))) {
      if (known.schemaVersion === 2) upgraded.set(known.service, known.id)
    }
    if (page * PAGE >= total) return planTreeUpgrade(candidates, upgraded)
  }
}
