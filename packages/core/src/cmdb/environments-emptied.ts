import { compareNames } from '../name.js'
import type { CmdbRemark } from './cmdb-issue.js'
import type { RelationChanges } from './plan-cmdb-relations.js'
import type { StatementRules } from './removal-scope.js'
import type { TopologyChanges } from './topology-changes.js'

/**
 * Warns of each environment from which the import removes everything that the source stated there, because no record of
 * the file names the environment.
 */
export function warnOfEmptied(
  { remove }: RelationChanges,
  topologies: readonly Pick<TopologyChanges, 'nodes'>[],
  { source, removalScope }: Pick<StatementRules, 'source' | 'removalScope'>,
): readonly CmdbRemark[] {
  const losses = new Map<string, { relations: number; nodes: number }>()
  const count = (environment: string, what: 'relations' | 'nodes') => {
    if (removalScope.isInFile(environment)) return
    const loss = losses.get(environment) ?? { relations: 0, nodes: 0 }
    loss[what]++
    losses.set(environment, loss)
  }
  if (!removalScope.keepsAllNodes) {
    for (const { environment } of remove) count(environment, 'relations')
    for (const { nodes } of topologies) for (const { environment } of nodes.remove) count(environment ?? '', 'nodes')
  }
  return [...losses]
    .sort(([one], [other]) => compareNames(one, other))
    .map(([environment, { relations, nodes }]) => ({
      code: 'environmentEmptied',
      row: null,
      params: { environment, source, relations: String(relations), nodes: String(nodes) },
    }))
}
