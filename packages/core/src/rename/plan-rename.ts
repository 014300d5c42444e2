import type { Alert } from '../alert/alert.js'
import type { ChangeContext } from '../alert/alert-history.js'
import { ResolvedNames } from '../alias/resolved-names.js'
import type { ResourceAlias } from '../alias/resource-alias.js'
import { type RedundancyRule, replacesRule } from '../redundancy/redundancy-rule.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { GraphIssue } from '../topology/graph-issue.js'
import type { Topology } from '../topology/topology.js'
import type { RenameChange } from './rename.js'
import { type AlertRenames, renameAlerts } from './rename-alerts.js'
import { type Renaming, renameNode } from './rename-nodes.js'
import { type RelationRenames, type RelationState, renameRelations } from './rename-relations.js'

/** The stored data that a rename depends on. */
export interface RenameState {
  readonly relations: RelationState
  /** The topologies that draw the resource. */
  readonly topologies: readonly Topology[]
  /** The rules of the resource, and of the resource that has the new name. */
  readonly rules: readonly RedundancyRule[]
  /** The aliases of the resource, and the aliases whose name is the old or the new name. */
  readonly aliases: readonly ResourceAlias[]
  /** The active alerts that name the resource, and the alerts that already have the keys they would get. */
  readonly alerts: readonly Alert[]
}

/** The items that a rename saves and removes. */
interface ItemRenames<Item> {
  readonly saved: readonly Item[]
  readonly removed: readonly Item[]
  readonly changes: readonly RenameChange[]
}

export interface RenamePlan {
  readonly relations: RelationRenames
  /** The changed topologies. Their `updateTime` has not been changed yet. */
  readonly topologies: readonly Topology[]
  readonly rules: ItemRenames<RedundancyRule>
  readonly aliases: ItemRenames<ResourceAlias>
  readonly alerts: AlertRenames
  readonly changes: readonly RenameChange[]
  /** The topologies that would become invalid, with their issues. If there are any, nothing may be written. */
  readonly invalid: readonly { readonly topology: Topology; readonly issues: readonly GraphIssue[] }[]
}

/** Plans a rename (rules.md#rename). A dry run returns the plan; a real rename writes it. Yields for pauses. */
export function* planRename(state: RenameState, renaming: Renaming, context: ChangeContext): Steps<RenamePlan> {
  const alias = createAlias(renaming, context)
  const names = new ResolvedNames([alias])
  const relations = yield* renameRelations(state.relations, names)
  const nodes: ReturnType<typeof renameNode>[] = []
  yield* eachInSteps(state.topologies, 1, (topology) => void nodes.push(renameNode(topology, renaming)))
  const rules = renameRules(state.rules, renaming, context)
  const alerts = yield* renameAlerts(state.alerts, names, context)
  const aliases = renameAliases(state.aliases, renaming, alias)
  return {
    ...{ relations, rules, alerts, aliases },
    topologies: nodes.map(({ topology }) => topology),
    changes: [
      ...relations.changes,
      ...nodes.flatMap(({ changes }) => changes),
      ...rules.changes,
      ...alerts.changes,
      ...aliases.changes,
    ],
    invalid: nodes.filter(({ issues }) => issues.length > 0),
  }
}

function createAlias({ environment, from, to }: Renaming, { now, newId }: ChangeContext): ResourceAlias {
  return { id: newId(), environment, alias: from, resource: to, createTime: now, updateTime: now }
}

/**
 * Plans the redundancy rules. If both names have a rule, the rule of the stronger source stays; if the ranks are equal,
 * the rule of the new name stays.
 */
function renameRules(
  rules: readonly RedundancyRule[],
  { from, to }: Renaming,
  { now }: ChangeContext,
): ItemRenames<RedundancyRule> {
  const renamed = rules.find(({ resource }) => resource === from)
  const existing = rules.find(({ resource }) => resource === to)
  if (renamed === undefined) return { saved: [], removed: [], changes: [] }
  const change = (action: RenameChange['action']): readonly RenameChange[] => [
    { kind: 'redundancyRule', action, text: `the redundancy rule of ${from}` },
  ]
  const saved = [{ ...renamed, resource: to, updateTime: now }]
  if (existing === undefined) return { saved, removed: [], changes: change('rename') }
  if (replacesRule(existing, renamed)) return { saved: [], removed: [renamed], changes: change('merge') }
  return { saved, removed: [existing], changes: change('merge') }
}

/**
 * Plans the aliases. The aliases of the resource stand for the new name, and the old name becomes an alias too. If the
 * new name was an alias, this alias is removed.
 */
function renameAliases(
  aliases: readonly ResourceAlias[],
  { from, to }: Renaming,
  alias: ResourceAlias,
): ItemRenames<ResourceAlias> {
  const removed = aliases.filter((other) => other.alias === to)
  const existing = aliases.find((other) => other.alias === from)
  const otherAliases = aliases.filter((other) => other.resource === from && other.alias !== to)
  const updateTime = alias.updateTime
  const renamed = existing === undefined ? alias : { ...existing, resource: to, updateTime }
  return {
    saved: [...otherAliases.map((follower) => ({ ...follower, resource: to, updateTime })), renamed],
    removed,
    changes: [
      ...removed.map((other): RenameChange => ({ kind: 'alias', action: 'remove', text: `${other.alias} of ${from}` })),
      ...otherAliases.map(
        (other): RenameChange => ({ kind: 'alias', action: 'rename', text: `${other.alias} of ${from}` }),
      ),
      { kind: 'alias', action: 'rename', text: `${from} becomes an alias of ${to}` },
    ],
  }
}
