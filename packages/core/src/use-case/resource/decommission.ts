import type { Caller } from '../../access/caller.js'
import { ACTIVE_STATUSES } from '../../alert/alert-status.js'
import { changeStatus } from '../../alert/receive.js'
import type { ResourceAlias } from '../../alias/resource-alias.js'
import type { ListedChanges } from '../../change/change.js'
import { listChanges } from '../../change/list-changes.js'
import { LIMITS } from '../../limits.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'
import { graphAfter } from '../../resource/cut-topology.js'
import {
  type DecommissionPlan,
  decommissionChanges,
  decommissionCounts,
  type NamingSource,
  namingSources,
  planDecommission,
  planHash,
} from '../../resource/plan-decommission.js'
import { DECOMMISSION, type DecommissionInput } from '../../resource/resource.js'
import { readBody } from '../../schema/read-body.js'
import { timestamp } from '../../timestamp.js'
import { changeStatuses, type StatusChanging } from '../alert/change-statuses.js'
import { ALERTS_AT_ONCE } from '../alert/set-alert-statuses.js'
import { resolveNames } from '../alias/resolve-names.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runImport } from '../file/run-import.js'
import { nextUpdateTimes } from '../topology/next-update-times.js'
import { syncRelations } from '../topology/sync-relations.js'
import { readActiveAlerts } from './resources.js'

/**
 * What a decommissioning has changed, or would change. The answers to a dry run and to a real run differ only in
 * `applied`.
 */
export interface DecommissionReport extends ListedChanges {
  readonly applied: boolean
  readonly environment: string
  readonly resources: readonly string[]
  readonly counts: ReturnType<typeof decommissionCounts>
  /** The sources that would bring the resources back by naming them again. */
  readonly sources: readonly NamingSource[]
  /** The topologies in which no resource is left. */
  readonly emptied: readonly { readonly topologyId: string; readonly name: string; readonly service: string }[]
  /** Identifies the plan. */
  readonly planHash: string
}

/**
 * Removes resources from everything that names them, in one transaction: deletes their relations, nodes, redundancy
 * rules and aliases, and closes their active alerts (rules.md#decommissioning-resources). A dry run and a real run make
 * the same plan.
 *
 * @throws OpsgraphError `invalid` with all faults of the body, or if too many alerts are active; `notFound` with all
 *   unknown resources; `conflict` if the plan does not have the hash `planHash`
 */
export async function decommissionResources(
  dependencies: Dependencies,
  caller: Caller,
  body: DecommissionInput,
): Promise<DecommissionReport> {
  const { environment, resources, dryRun, planHash: expected } = readBody(DECOMMISSION, body)
  return await dependencies.fileSemaphores.working.pass(async () => {
    const { plan } = await runImport(dependencies, {
      isDryRun: dryRun,
      locks: ['topologies', 'policies'],
      plan: async (parts) => {
        const sent = resources.map((resource) => ({ environment, resource }))
        const names = await resolveNames(parts, sent)
        const meant = names.list(environment, resources).map((resource) => ({ environment, resource }))
        return await planDecommissionOf(parts, meant, expected)
      },
      unlicensed: () => [],
      apply: (parts, made) => applyDecommissionPlan(dependencies, caller, parts, made),
    })
    return {
      applied: !dryRun,
      environment,
      resources: plan.resources.map(({ resource }) => resource),
      counts: decommissionCounts(plan),
      sources: namingSources(plan),
      emptied: emptiedTopologies(plan),
      planHash: planHash(plan),
      ...listChanges(decommissionChanges(plan)),
    }
  })
}

async function planDecommissionOf(
  parts: StoreParts,
  keys: readonly ResourceKey[],
  expected: string | undefined,
): Promise<DecommissionPlan> {
  await requireNamed(parts, keys)
  const { relations, topologies, redundancyRules, aliases } = parts
  const { environment = '' } = keys[0] ?? {}
  const names = keys.map(({ resource }) => resource)
  const others = await aliases.of(keys)
  const touching = await relations.touching(environment, names)
  const state = {
    relations: touching,
    claims: await relations.claims(touching),
    topologies: await topologies.find(await topologies.idsDrawing(keys)),
    rules: await redundancyRules.find(keys),
    aliases: others,
    alerts: await readActiveAlerts(parts, withAliases(keys, others)),
  }
  if (state.alerts.total > LIMITS.bulkAlerts) {
    const message = `${state.alerts.total} alerts of these resources are active, the limit is ${LIMITS.bulkAlerts}`
    throw invalid(`${message}: close alerts before, or decommission fewer resources at a time`)
  }
  const plan = await runWithPauses(planDecommission(keys, state))
  if (expected !== undefined && planHash(plan) !== expected) {
    throw new OpsgraphError('conflict', 'the plan is not the one of this planHash any more: make a dry run again')
  }
  return plan
}

/**
 * The names of the resources, and their aliases. The aliases are needed because an alert that arrived before an alias
 * was set still has the alias as its resource.
 */
function withAliases(keys: readonly ResourceKey[], aliases: readonly ResourceAlias[]): readonly ResourceKey[] {
  return [...keys, ...aliases.map(({ environment, alias }) => ({ environment, resource: alias }))]
}

async function requireNamed({ resources }: StoreParts, keys: readonly ResourceKey[]): Promise<void> {
  const found = new Set((await resources.find(keys)).map(({ resource }) => resource))
  const unknown = keys.filter(({ resource }) => !found.has(resource))
  if (unknown.length === 0) return
  const names = unknown.map(({ resource }) => resource).join(', ')
  throw new OpsgraphError('notFound', `nothing names these resources in ${environmentInWords(keys)}: ${names}`)
}

/** The environment of the resources, in words. */
function environmentInWords([first]: readonly ResourceKey[]): string {
  return first === undefined || first.environment === '' ? 'the empty environment' : `environment ${first.environment}`
}

function emptiedTopologies({ topologies }: DecommissionPlan): DecommissionReport['emptied'] {
  return topologies
    .filter(({ isEmptied }) => isEmptied)
    .map(({ stored: { id, name, service } }) => ({ topologyId: id, name, service }))
}

async function applyDecommissionPlan(
  dependencies: Dependencies,
  caller: Caller,
  parts: StoreTransaction,
  plan: DecommissionPlan,
): Promise<void> {
  const { resources: keys } = plan
  // Alerts are locked before relations are written, in the same order as when alerts are received, to avoid deadlocks.
  await closeAlerts(dependencies, caller, parts, withAliases(keys, plan.aliases))
  const nextTime = await nextUpdateTimes(parts.topologies, timestamp(dependencies.clock()))
  const saved = plan.topologies.map((cut) => ({ ...cut.stored, ...graphAfter(cut), updateTime: nextTime() }))
  await parts.topologies.save(saved)
  // The saved topologies no longer draw relations of the resources, so this withdraws the claims of these topologies.
  await syncRelations(
    dependencies,
    parts,
    saved.filter(({ schemaVersion }) => schemaVersion === 2),
  )
  // A relation is removed with its last claim.
  if (plan.claims.length > 0) await parts.relations.withdraw(plan.claims, timestamp(dependencies.clock()))
  if (plan.rules.length > 0) await parts.redundancyRules.delete(plan.rules.map(({ id }) => id))
  if (plan.aliases.length > 0) await parts.aliases.delete(plan.aliases.map(({ id }) => id))
  const { environment = '' } = keys[0] ?? {}
  const services = plan.topologies.map(({ stored }) => stored.service)
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'resources-decommissioned',
      resourceId: null,
      text: `decommissioned in ${environmentInWords(keys)}: ${namesOf(keys)}`,
      attributes: {
        environment,
        resources: keys.map(({ resource }) => resource),
        counts: decommissionCounts(plan),
        services,
        planHash: planHash(plan),
      },
    }),
  )
}

/** The text of an audit entry names at most this many resources. The attributes contain all of them. */
const MAX_NAMED_RESOURCES = 10

function namesOf(keys: readonly ResourceKey[]): string {
  const names = keys.slice(0, MAX_NAMED_RESOURCES).map(({ resource }) => resource)
  const more = keys.length > MAX_NAMED_RESOURCES ? ` and ${keys.length - MAX_NAMED_RESOURCES} more` : ''
  return `${names.join(', ')}${more}`
}

const CLOSED_STATUS = { status: 'closed', text: 'the resource is decommissioned' } as const
const CLOSING_CHANGE: StatusChanging = {
  change: (own, arrival) => changeStatus(own, CLOSED_STATUS, arrival),
  text: CLOSED_STATUS.text,
}

async function closeAlerts(
  dependencies: Dependencies,
  caller: Caller,
  parts: StoreTransaction,
  keys: readonly ResourceKey[],
): Promise<void> {
  const { environment = '' } = keys[0] ?? {}
  const filters = {
    environment: [environment],
    resource: keys.map(({ resource }) => resource),
    status: ACTIVE_STATUSES,
  }
  const { items: refs } = await parts.alerts.lockMatching(filters, LIMITS.bulkAlerts)
  for (let start = 0; start < refs.length; start += ALERTS_AT_ONCE) {
    const stored = await parts.alerts.lock(refs.slice(start, start + ALERTS_AT_ONCE))
    await changeStatuses(dependencies, caller, parts, { stored, ...CLOSING_CHANGE })
  }
}
