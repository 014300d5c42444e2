import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { LIMITS } from '../../limits.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import { planRename, type RenamePlan } from '../../rename/plan-rename.js'
import { countRenames, RENAME, type RenameChange, type RenameCounters, type RenameInput } from '../../rename/rename.js'
import type { Renaming } from '../../rename/rename-nodes.js'
import { bodyFault } from '../../schema/body-error.js'
import { readBody } from '../../schema/read-body.js'
import { timestamp } from '../../timestamp.js'
import { findNearResources } from '../alias/near-resources.js'
import { requireRoom } from '../alias/resource-aliases.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { applyRename } from './apply-rename.js'
import { describeResourceUses, readRenameState } from './read-rename-state.js'

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
    if (planned.aliases.saved.length > state.aliases.length) await requireRoom(parts)
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
  const there = await describeResourceUses(parts, { environment, resource: to })
  if (there === '' || isMerge) return
  throw new OpsgraphError('conflict', `${to} exists already (${there}): if both are one resource, rename with merge`)
}

/** @throws OpsgraphError `conflict` if a topology would become invalid */
function requireValid({ invalid: broken }: RenamePlan): void {
  const [first] = broken
  if (first === undefined) return
  const { topology, issues } = first
  const message = `the topology ${topology.name || topology.service} would become invalid: ${issues[0]?.message ?? ''}`
  throw new OpsgraphError('conflict', message, issues)
}
