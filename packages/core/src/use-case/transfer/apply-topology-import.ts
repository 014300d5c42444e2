import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import type { WeightPolicy } from '../../policy/policy.js'
import type { StoreTransaction } from '../../port/store.js'
import { claimKey } from '../../relation/relation-claim.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import type { Topology } from '../../topology/topology.js'
import { relationsOfGraph } from '../../topology/topology-relations.js'
import type { NewPolicy } from '../../transfer/plan-policies.js'
import { mustBeSaved, type TopologyImportPlan } from '../../transfer/plan-topology-import.js'
import type { TransferMode } from '../../transfer/topology-import-options.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { nextUpdateTimes } from '../topology/next-update-times.js'
import { syncRelations } from '../topology/sync-relations.js'

export interface PlannedImport {
  readonly caller: Caller
  readonly plans: readonly TopologyImportPlan[]
  readonly mode: TransferMode
}

/** Writes the plans of an import, in the transaction in which they were made. Unchanged objects are not written. */
export async function applyTopologyImport(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, plans, mode }: PlannedImport,
): Promise<void> {
  const now = timestamp(dependencies.clock())
  const nextTime = await nextUpdateTimes(parts.topologies, now)
  const services = plans.flatMap(({ catalogService: { save } }) => save ?? [])
  if (services.length > 0) await parts.catalog.save(services)
  const topologies = plans.filter(mustBeSaved).map((plan) => toTopology(plan, { now, updateTime: nextTime() }))
  if (topologies.length > 0) await parts.topologies.save(topologies)
  await syncRelations(dependencies, parts, [...topologies, ...(await findTopologiesLackingRelations(parts, plans))])
  await writePolicies(dependencies, parts, plans)
  await writeRules(dependencies, parts, plans)
  const entries = plans.map((plan) => {
    const action = plan.stored === undefined ? 'created' : 'updated'
    return auditEntry(dependencies, caller, {
      event: 'service-topology-imported',
      resourceId: plan.topologyId,
      text: `topology ${plan.fields.name} of service ${plan.service} ${action} by an import (${mode})`,
      attributes: { mode, action },
    })
  })
  await parts.audit.append(...entries)
}

/**
 * The unchanged topologies that draw a relation which was deleted meanwhile. The import syncs their relations as if it
 * had saved them.
 */
async function findTopologiesLackingRelations(
  { relations }: StoreTransaction,
  plans: readonly TopologyImportPlan[],
): Promise<readonly Topology[]> {
  const unchanged = plans.flatMap((plan) => (mustBeSaved(plan) ? [] : (plan.stored ?? [])))
  if (unchanged.length === 0) return []
  const claims = await relations.claimsBy(
    'topology',
    unchanged.map(({ id }) => id),
  )
  const claimed = new Set(claims.map(claimKey))
  return unchanged.filter((topology) =>
    relationsOfGraph(topology, topology.id).some((drawn) => !claimed.has(claimKey(drawn))),
  )
}

function toTopology(
  { service, stored, topologyId, fields, graph }: TopologyImportPlan,
  { now, updateTime }: { readonly now: string; readonly updateTime: string },
): Topology {
  return {
    id: topologyId,
    ...fields,
    service,
    schemaVersion: 2,
    createTime: stored?.createTime ?? now,
    updateTime,
    nodes: graph.nodes,
    edges: graph.edges,
  }
}

async function writePolicies(
  dependencies: Dependencies,
  { weightPolicies }: StoreTransaction,
  plans: readonly TopologyImportPlan[],
): Promise<void> {
  const remove = plans.flatMap((plan) => plan.weightPolicies.remove.map(({ id }) => id))
  const update = plans.flatMap((plan) => plan.weightPolicies.update.map(({ wanted }) => wanted))
  const create = plans.flatMap((plan) => plan.weightPolicies.create)
  const last = create.length === 0 ? undefined : await weightPolicies.lastCreateTime()
  const created = completePolicies(create, { last, ...dependencies })
  if (remove.length > 0) await weightPolicies.delete(remove)
  if (update.length + created.length > 0) await weightPolicies.save([...update, ...created])
}

/** Writing this many rules takes a few milliseconds; then the process can do other work. */
const RULES_AT_ONCE = 1_000

async function writeRules(
  { clock, newId }: Dependencies,
  { redundancyRules }: StoreTransaction,
  plans: readonly TopologyImportPlan[],
): Promise<void> {
  const now = timestamp(clock())
  const remove = plans.flatMap(({ rules }) => rules.remove.map(({ id }) => id))
  const save = plans.flatMap(({ rules: { create, update } }) => [
    ...create.map((rule) => ({ ...rule, id: newId(), createTime: now, updateTime: now })),
    ...update.map(({ stored, wanted }) => ({ ...wanted, updateTime: laterTimestamp(stored.updateTime, now) })),
  ])
  if (remove.length > 0) await redundancyRules.delete(remove)
  for (let start = 0; start < save.length; start += RULES_AT_ONCE) {
    await redundancyRules.save(save.slice(start, start + RULES_AT_ONCE))
    await pause()
  }
}

/**
 * Completes new policies. Their createTimes have the order of the file, because policies are applied in the order of
 * createTime.
 */
function completePolicies(
  policies: readonly NewPolicy[],
  { last, clock, newId }: Pick<Dependencies, 'clock' | 'newId'> & { readonly last: string | undefined },
): readonly WeightPolicy[] {
  const now = timestamp(clock())
  let createTime = last
  const inOrder = policies.toSorted((left, right) => left.index - right.index)
  return inOrder.map(({ id, index: _, ...policy }) => {
    createTime = createTime === undefined ? now : laterTimestamp(createTime, now)
    return { ...policy, id: id ?? newId(), createTime }
  })
}
