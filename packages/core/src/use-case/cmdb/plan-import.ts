import { pause } from '#platform'
import type { CmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbRecord } from '../../cmdb/cmdb-record.js'
import { claimsAtStake } from '../../cmdb/lost-claims.js'
import {
  type CmdbImportPlan,
  type CmdbState,
  type PlanOptions,
  planCmdbInSteps,
  wantsOf,
} from '../../cmdb/plan-cmdb-import.js'
import { refusedImport, skipRows, type UsedRecords } from '../../cmdb/skip-faulty.js'
import { rowsInLoops } from '../../cmdb/topology-faults.js'
import type { StoreParts } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { freeSlots } from '../topology/license-slots.js'

/**
 * Leaving out the records of a loop keeps relations that the file would have replaced, and these may form another loop.
 * After this many times, the import is refused.
 */
const SKIPPING_ROUNDS = 10

interface PlannedImport {
  readonly plan: CmdbImportPlan
  readonly used: UsedRecords
}

/**
 * Reads what an import depends on, and plans it.
 *
 * @throws OpsgraphError `invalid` with all issues if the plan must not be written
 */
export async function planImport(
  dependencies: Dependencies,
  parts: StoreParts,
  {
    used,
    options,
  }: {
    readonly used: UsedRecords
    readonly options: Pick<CmdbImportOptions, 'mode' | 'source' | 'scope' | 'skipInvalid'>
  },
): Promise<PlannedImport> {
  await pause()
  const state = await readState(dependencies, parts, { records: used.records, options })
  await pause()
  let left = used
  for (let round = 0; ; round++) {
    const { mode, source, scope } = options
    const plan = await runWithPauses(planCmdbInSteps(state, left.records, { mode, source, scope, held: left.held }))
    if (plan.issues.length === 0) return { plan, used: left }
    const looped = options.skipInvalid && round < SKIPPING_ROUNDS ? rowsInLoops(plan.topologies, left.records) : NO_ROWS
    if (looped.size === 0) throw refusedImport(plan.issues)
    left = skipRows(
      left,
      looped,
      plan.issues.filter(({ code }) => code === 'cycle'),
    )
  }
}

const NO_ROWS: ReadonlySet<number> = new Set()

async function readState(
  dependencies: Dependencies,
  { relations, catalog, topologies }: StoreParts,
  { records, options }: { readonly records: readonly CmdbRecord[]; readonly options: PlanOptions },
): Promise<CmdbState> {
  const wants = wantsOf(records)
  const own = await relations.claimsBy('cmdb', [options.source])
  const stored = await relations.find([...own, ...wants.relations])
  const atStake = claimsAtStake(own, records, options.mode)
  const others = atStake.length === 0 ? [] : await relations.claims(atStake)
  const known = await catalog.find(wants.services)
  const holding = options.mode === 'replace' ? await topologies.servicesHoldingNodesOf(options.source) : []
  return {
    relations: stored,
    claims: [...own, ...others],
    catalogServices: new Set(known.map(({ serviceId }) => serviceId)),
    topologies: await topologies.readByServices([...new Set([...wants.services, ...holding])]),
    freeTopologies: await freeSlots(dependencies, { topologies }),
  }
}
