import type { Steps } from '../steps.js'
import type { CmdbRecord } from './cmdb-record.js'
import { warnOfEmptied } from './environments-emptied.js'
import type { CmdbImportPlan, PlanOptions } from './plan-cmdb-import.js'
import { planCmdbRelations, type StoredGraph } from './plan-cmdb-relations.js'
import { relationsByResource } from './relation-records.js'
import { RemovalScope } from './removal-scope.js'

/** How applying relations treats what the file does not mention: other parents of a resource, and all edges, stay. */
export const APPLY_RULES = { statesAllParents: false, remainingEdges: 'all' } as const

/**
 * Plans the relations of a file (rules.md#applying-relations). The result is the plan of a CMDB import that changes no
 * topology and no catalog entry. Yields for pauses.
 *
 * @param records the records of a file without issues
 */
export function* planRelationsInSteps(
  state: StoredGraph,
  records: readonly CmdbRecord[],
  { mode, source, ...removal }: PlanOptions,
): Steps<CmdbImportPlan> {
  const removalScope = new RemovalScope(records, { mode, ...removal })
  const rules = { source, removalScope, ...APPLY_RULES }
  const relations = yield* planCmdbRelations(relationsByResource(records), state, rules)
  return {
    options: { mode, source },
    records: { total: records.length, withServices: 0, graphOnly: records.length },
    relations,
    catalogServices: { create: [], update: [], remove: [], unchanged: 0 },
    topologies: [],
    warnings: warnOfEmptied(relations, [], rules),
    issues: [],
  }
}
