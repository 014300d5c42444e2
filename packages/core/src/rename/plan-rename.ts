import type { Alert } from '../alert/alert.js'
import type { Arrival } from '../alert/alert-history.js'
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

/** Everything that a rename reads. */
export interface RenameState {
  readonly relations: RelationState
  /** The topologies that draw the resource. */
  readonly topologies: readonly Topology[]
  /** The rules of the resource, and of the resource that has the new name. */
  readonly rules: readonly RedundancyRule[]
  /** The aliases of the resource, and those that have the old or the new name. */
  readonly aliases: readonly ResourceAlias[]
  /** The active alerts that name the resource, and the alerts whose keys they get. */
  readonly alerts: readonly Alert[]
}

/** What is stored with, and without its old id. */
interface Kept<Item> {
  readonly saved: readonly Item[]
  readonly removed: readonly Item[]
  readonly changes: readonly RenameChange[]
}

export interface RenamePlan {
  readonly relations: RelationRenames
  /** The changed topologies. Their `updateTime` is still the stored one. */
  readonly topologies: readonly Topology[]
  readonly rules: Kept<RedundancyRule>
  readonly aliases: Kept<ResourceAlias>
  readonly alerts: AlertRenames
  readonly changes: readonly RenameChange[]
  /** The topologies that would become invalid, with their issues. If there are any, nothing may be written. */
  readonly invalid: readonly { readonly topology: Topology; readonly issues: readonly GraphIssue[] }[]
}

/** Plans a rename (rules.md#rename). A value of its own, which a dry run answers and which is written otherwise. */
export function* planRename(state: RenameState, renaming: Renaming, arrival: Arrival): Steps<RenamePlan> {
  const alias = aliasOf(renaming, arrival)
  const names = new ResolvedNames([alias])
  const relations = yield* renameRelations(state.relations, names)
  const nodes: ReturnType<typeof renameNode>[] = []
  yield* eachInSteps(state.topologies, 1, (topology) => void nodes.push(renameNode(topology, renaming)))
  const rules = renameRules(state.rules, renaming, arrival)
  const alerts = yield* renameAlerts(state.alerts, names, arrival)
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

function aliasOf({ environment, from, to }: Renaming, { now, newId }: Arrival): ResourceAlias {
  return { id: newId(), environment, alias: from, resource: to, createTime: now, updateTime: now }
}

/** Of two rules of one resource, the rule of the stronger source stays; for equal ranks, that of the new name. */
function renameRules(rules: readonly RedundancyRule[], { from, to }: Renaming, { now }: Arrival): Kept<RedundancyRule> {
  const own = rules.find(({ resource }) => resource === from)
  const met = rules.find(({ resource }) => resource === to)
  if (own === undefined) return { saved: [], removed: [], changes: [] }
  const change = (action: RenameChange['action']): readonly RenameChange[] => [
    { kind: 'redundancyRule', action, text: `the redundancy rule of ${from}` },
  ]
  const saved = [{ ...own, resource: to, updateTime: now }]
  if (met === undefined) return { saved, removed: [], changes: change('rename') }
  if (replacesRule(met, own)) return { saved: [], removed: [own], changes: change('merge') }
  return { saved, removed: [met], changes: change('merge') }
}

/** The aliases of the resource follow it, and its old name becomes an alias. If the new name was an alias, it goes. */
function renameAliases(
  aliases: readonly ResourceAlias[],
  { from, to }: Renaming,
  alias: ResourceAlias,
): Kept<ResourceAlias> {
  const removed = aliases.filter((other) => other.alias === to)
  const known = aliases.find((other) => other.alias === from)
  const followers = aliases.filter((other) => other.resource === from && other.alias !== to)
  const updateTime = alias.updateTime
  const own = known === undefined ? alias : { ...known, resource: to, updateTime }
  return {
    saved: [...followers.map((follower) => ({ ...follower, resource: to, updateTime })), own],
    removed,
    changes: [
      ...removed.map((other): RenameChange => ({ kind: 'alias', action: 'remove', text: `${other.alias} of ${from}` })),
      ...followers.map(
        (other): RenameChange => ({ kind: 'alias', action: 'rename', text: `${other.alias} of ${from}` }),
      ),
      { kind: 'alias', action: 'rename', text: `${from} becomes an alias of ${to}` },
    ],
  }
}
