import { pause } from '#platform'
import { withdrawableClaims } from '../../cmdb/claim-withdrawal.js'
import type { CmdbImportOptions } from '../../cmdb/cmdb-import-options.js'
import type { CmdbRecord, DeclaredParents } from '../../cmdb/cmdb-record.js'
import {
  type CmdbImportPlan,
  type CmdbState,
  IMPORT_RULES,
  lookupKeysOf,
  type PlanOptions,
  planCmdbInSteps,
} from '../../cmdb/plan-cmdb-import.js'
import { keysOfRecords, type StoredGraph } from '../../cmdb/plan-cmdb-relations.js'
import { type DeclarationRules, RemovalScope } from '../../cmdb/removal-scope.js'
import { importRefusal, skipRows, type UsedRecords } from '../../cmdb/skip-faulty.js'
import { rowsInLoops } from '../../cmdb/topology-faults.js'
import type { StoreParts } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { countFreeSlots } from '../topology/license-slots.js'

/**
 * If the records of a cycle are left out, relations that the file would have replaced remain, and may form another
 * cycle. After this many attempts, the import is refused.
 */
const SKIPPING_ATTEMPTS = 10

/** The options on which the plan of an import depends. */
export interface PlanningOptions extends Pick<CmdbImportOptions, 'mode' | 'source' | 'scope' | 'skipInvalid'> {
  /** Relations that the source has not confirmed since this time are removed too. */
  readonly staleBefore?: string | undefined
}

export interface PlanToMake {
  readonly used: UsedRecords
  readonly options: PlanningOptions
}

export interface PlannedImport {
  readonly plan: CmdbImportPlan
  readonly used: UsedRecords
}

/**
 * Reads the stored data on which an import depends, and plans the import.
 *
 * @throws OpsgraphError `invalid` with all issues if the plan must not be written
 */
export async function planImport(
  dependencies: Dependencies,
  parts: StoreParts,
  { used, options }: PlanToMake,
): Promise<PlannedImport> {
  await pause()
  const { skipInvalid, ...planning } = options
  const state = await readState(dependencies, parts, { records: used.records, ...planning })
  await pause()
  let left = used
  for (let attempt = 0; ; attempt++) {
    const plan = await runWithPauses(planCmdbInSteps(state, left.records, { ...planning, kept: left.kept }))
    if (plan.issues.length === 0) return { plan, used: left }
    const loopRows = skipInvalid && attempt < SKIPPING_ATTEMPTS ? rowsInLoops(plan.topologies, left.records) : NO_ROWS
    if (loopRows.size === 0) throw importRefusal('cmdb', plan.issues)
    left = skipRows(
      left,
      loopRows,
      plan.issues.filter(({ code }) => code === 'cycle'),
    )
  }
}

const NO_ROWS: ReadonlySet<number> = new Set()

async function readState(
  dependencies: Dependencies,
  { relations, catalog, topologies }: StoreParts,
  { records, ...options }: PlanOptions & { readonly records: readonly CmdbRecord[] },
): Promise<CmdbState> {
  const lookupKeys = lookupKeysOf(records)
  const removalScope = new RemovalScope(records, options)
  const stating = { source: options.source, removalScope, ...IMPORT_RULES }
  const { hasAtStake, ...graph } = await readDeclaredGraph({ relations }, records, stating)
  const entries = await catalog.find(lookupKeys.services)
  const mayUndraw = options.mode === 'replace' || (removalScope.removesStale && hasAtStake)
  const holding = mayUndraw ? await topologies.servicesHoldingNodesOf(options.source) : []
  return {
    ...graph,
    catalogServices: new Set(entries.map(({ serviceId }) => serviceId)),
    topologies: await topologies.readByServices([...new Set([...lookupKeys.services, ...holding])]),
    freeTopologies: await countFreeSlots(dependencies, { topologies }),
  }
}

/**
 * Reads the stored relations and claims that a file may change: those that it declares, and those that its source has
 * declared before.
 */
export async function readDeclaredGraph(
  { relations }: Pick<StoreParts, 'relations'>,
  records: readonly DeclaredParents[],
  stating: Pick<DeclarationRules, 'source' | 'removalScope' | 'statesAllParents'>,
): Promise<StoredGraph & { readonly hasAtStake: boolean }> {
  const sourceClaims = await relations.claimsBy('cmdb', [stating.source])
  const stored = await relations.find([...sourceClaims, ...keysOfRecords(records)])
  const atStake = withdrawableClaims(sourceClaims, records, stating)
  const others = atStake.length === 0 ? [] : await relations.claims(atStake)
  return { relations: stored, claims: [...sourceClaims, ...others], hasAtStake: atStake.length > 0 }
}
