import type { Steps } from '../steps.js'
import type { CmdbRecord } from './cmdb-record.js'
import { environmentsEmptied } from './environments-emptied.js'
import type { CmdbImportPlan, PlanOptions } from './plan-cmdb-import.js'
import { planCmdbRelations, type StoredGraph } from './plan-cmdb-relations.js'
import { relationsByResource } from './relation-records.js'
import { RemovalReach } from './removal-reach.js'

/** How applying relations treats what the file does not mention: other parents of a resource, and all edges, stay. */
export const APPLY_STATES = { statesAll: false, kept: 'all' } as const

/**
 * Plans the relations of a file (rules.md#applying-relations). The result is the plan of a CMDB import that changes no
 * topology and no catalog entry. Yields for pauses.
 *
 * @param records the records of a file without issues
 */
export function* planRelationsInSteps(
  state: StoredGraph,
  records: readonly CmdbRecord[],
  { mode, source, ...reaching }: PlanOptions,
): Steps<CmdbImportPlan> {
  const reach = new RemovalReach(records, { mode, ...reaching })
  const stating = { source, reach, ...APPLY_STATES }
  const relations = yield* planCmdbRelations(relationsByResource(records), state, stating)
  return {
    options: { mode, source },
    records: { total: records.length, withServices: 0, graphOnly: records.length },
    relations,
    catalogServices: { create: [], update: [], remove: [], unchanged: 0 },
    topologies: [],
    warnings: environmentsEmptied(relations, [], stating),
    issues: [],
  }
}
