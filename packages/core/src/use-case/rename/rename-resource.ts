import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { type AlertKey, alertKey } from '../../alert/alert.js'
import { LIMITS } from '../../limits.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import type { RelationKey, ResourceKey } from '../../relation/relation.js'
import { planRename, type RenamePlan, type RenameState } from '../../rename/plan-rename.js'
import { countRenames, RENAME, type RenameChange, type RenameCounters, type RenameInput } from '../../rename/rename.js'
import type { Renaming } from '../../rename/rename-nodes.js'
import { bodyFault } from '../../schema/body-error.js'
import { readBody } from '../../schema/read-body.js'
import { timestamp } from '../../timestamp.js'
import { describeNameUses, findNearResources } from '../alias/name-uses.js'
import { requireRoomForAliases } from '../alias/resource-aliases.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { nextUpdateTimes } from '../topology/next-update-times.js'

/** What a rename has changed, or would change. */
export interface ResourceRename extends Renaming {
  readonly dryRun: boolean
  readonly counters: RenameCounters
  /** The first `LIMITS.changes` changes. */
  readonly changes: readonly RenameChange[]
  readonly changesTotal: number
  /** Other names in the environment that are near the new name. */
  readonly near: readonly string[]
}

/**
 * Renames a resource everywhere: in relations and their claims, nodes, redundancy rules, aliases and active alerts, in
 * one transaction. The old name becomes an alias (rules.md#rename).
 *
 * @throws OpsgraphError `invalid` with all faults of the body, or if there are too many aliases; `notFound` if nothing
 *   has the old name; `conflict` if something has the new name and `merge` is not set, or if a topology would become
 *   invalid
 */
export async function renameResource(
  dependencies: Dependencies,
  caller: Caller,
  rename: RenameInput,
): Promise<ResourceRename> {
  const { environment, from, to, merge, dryRun } = readBody(RENAME, rename)
  if (from === to) throw bodyFault('to', 'must differ from from')
  const renaming = { environment: environment ?? '', from, to }
  const isMerge = merge ?? false
  const { store, clock, newId } = dependencies
  const arrival = { now: timestamp(clock()), newId, actor: caller.user }
  const plan = async (parts: StoreParts) => {
    await requireNames(parts, renaming, isMerge)
    const state = await readRenameState(parts, renaming)
    await pause()
    const planned = await runWithPauses(planRename(state, renaming, arrival))
    requireValid(planned)
    if (planned.aliases.saved.length > state.aliases.length) await requireRoomForAliases(parts)
    return {
      planned,
      near: await findNearResources(parts, { environment: renaming.environment, resource: to }, [from]),
    }
  }
  const { planned, near } = dryRun
    ? await store.snapshot(plan)
    : await store.transaction(async (parts) => {
        await parts.lock('topologies')
        await parts.lock('policies')
        await parts.lock('names')
        const result = await plan(parts)
        await applyRename(dependencies, parts, { caller, renaming, plan: result.planned })
        return result
      })
  const { changes } = planned
  return {
    ...renaming,
    dryRun: dryRun ?? false,
    counters: countRenames(changes),
    changes: changes.slice(0, LIMITS.changes),
    changesTotal: changes.length,
    near,
  }
}

/**
 * @throws OpsgraphError `notFound` if nothing has the old name; `conflict` if something has the new name and the rename
 *   is not a merge
 */
async function requireNames(parts: StoreParts, { environment, from, to }: Renaming, isMerge: boolean): Promise<void> {
  const found = await parts.aliases.find([from, to].map((alias) => ({ environment, alias })))
  const old = found.find(({ alias }) => alias === from)
  const next = found.find(({ alias }) => alias === to)
  const followers = await parts.aliases.of([{ environment, resource: from }])
  const uses = await describeResourceUses(parts, { environment, resource: from })
  if (uses === '' && followers.length === 0) {
    if (old === undefined) throw notFound(`resource ${from} in environment "${environment}"`)
    throw new OpsgraphError('notFound', `${from} is only an alias of ${old.resource}: rename that one`)
  }
  if (next !== undefined && next.resource !== from) {
    const message = `${to} is an alias of ${next.resource}: delete the alias, or rename ${from} to ${next.resource}`
    throw new OpsgraphError('conflict', message)
  }
  const usesOfTarget = await describeResourceUses(parts, { environment, resource: to })
  if (usesOfTarget === '' || isMerge) return
  throw new OpsgraphError(
    'conflict',
    `${to} exists already (${usesOfTarget}): if both are one resource, rename with merge`,
  )
}

/** @throws OpsgraphError `conflict` if a topology would become invalid */
function requireValid({ invalid: broken }: RenamePlan): void {
  const [first] = broken
  if (first === undefined) return
  const { topology, issues } = first
  const message = `the topology ${topology.name || topology.service} would become invalid: ${issues[0]?.message ?? ''}`
  throw new OpsgraphError('conflict', message, issues)
}

/** Reads everything that a rename may change. In a transaction, locks the alerts. */
async function readRenameState(parts: StoreParts, renaming: Renaming): Promise<RenameState> {
  const { environment, from, to } = renaming
  const key = { environment, resource: from }
  const { parents, children } = await parts.relations.around(environment, from)
  const relationsOfResource = [...parents, ...children]
  const met = await parts.relations.find(relationsOfResource.map((relation) => renameKey(relation, renaming)))
  const named = await parts.aliases.find([from, to].map((alias) => ({ environment, alias })))
  const followers = await parts.aliases.of([key])
  const naming = await parts.alerts.naming(key)
  return {
    relations: {
      relations: [...relationsOfResource, ...met],
      claims: await parts.relations.claims([...relationsOfResource, ...met]),
    },
    topologies: await parts.topologies.find(await parts.topologies.idsDrawing([key])),
    rules: await parts.redundancyRules.find([key, { environment, resource: to }]),
    aliases: [...new Map([...named, ...followers].map((alias) => [alias.id, alias])).values()],
    alerts: await lockAlerts(parts, naming, renaming),
  }
}

/** Returns a text with the data that names a resource, including active alerts; empty = nothing names it. */
async function describeResourceUses(parts: StoreParts, key: ResourceKey): Promise<string> {
  const graph = await describeNameUses(parts, key)
  const alerts = (await parts.alerts.naming(key)).length
  const counted = alerts === 1 ? '1 active alert' : `${alerts} active alerts`
  return [graph, ...(alerts > 0 ? [counted] : [])].filter((text) => text !== '').join('; ')
}

/** Locks the alerts that name the resource, and the alerts whose keys these alerts would get. */
async function lockAlerts({ alerts }: StoreParts, naming: readonly AlertKey[], { environment, from, to }: Renaming) {
  const next = naming.flatMap((key) => (key.resource === from ? [{ environment, resource: to, event: key.event }] : []))
  const keys = new Map([...naming, ...next].map((key) => [alertKey(key), key]))
  return keys.size === 0 ? [] : await alerts.lock([...keys.values()])
}

function renameKey({ environment, resource, parent }: RelationKey, { from, to }: Renaming): RelationKey {
  const nameOf = (name: string) => (name === from ? to : name)
  return { environment, resource: nameOf(resource), parent: nameOf(parent) }
}

interface AppliedRename {
  readonly caller: Caller
  readonly renaming: Renaming
  readonly plan: RenamePlan
}

/**
 * Writes the plan of a rename and its audit entry. The number of statements does not depend on the size of the plan.
 */
async function applyRename(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, renaming, plan }: AppliedRename,
): Promise<void> {
  const now = timestamp(dependencies.clock())
  await writeRelations(parts, plan, now)
  await writeTopologies(parts, plan, now)
  const { rules, aliases, alerts } = plan
  if (rules.removed.length > 0) await parts.redundancyRules.delete(rules.removed.map(({ id }) => id))
  if (rules.saved.length > 0) await parts.redundancyRules.save(rules.saved)
  if (aliases.removed.length > 0) await parts.aliases.delete(aliases.removed.map(({ id }) => id))
  await parts.aliases.save(aliases.saved)
  if (alerts.takenOut.length > 0) await parts.alerts.takeOut(alerts.takenOut)
  if (alerts.saved.length > 0) await parts.alerts.save(alerts.saved)
  const { environment, from, to } = renaming
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'resource-renamed',
      resourceId: null,
      text: `resource ${from} renamed to ${to}`,
      attributes: { environment, from, to, counters: countRenames(plan.changes) },
    }),
  )
}

/** Withdraws the old relations first, so that the new relations can have their ids. */
async function writeRelations({ relations }: StoreTransaction, { relations: plan }: RenamePlan, now: string) {
  if (plan.withdrawn.length > 0) await relations.withdraw(plan.withdrawn, now)
  if (plan.stated.length > 0) await relations.upsert(plan.stated)
  if (plan.yielding.length > 0) await relations.upsert(plan.yielding, { yields: true })
  if (plan.claims.length > 0) await relations.keepClaims(plan.claims)
}

async function writeTopologies({ topologies }: StoreTransaction, plan: RenamePlan, now: string): Promise<void> {
  if (plan.topologies.length === 0) return
  const nextTime = await nextUpdateTimes(topologies, now)
  await topologies.save(plan.topologies.map((topology) => ({ ...topology, updateTime: nextTime() })))
}
