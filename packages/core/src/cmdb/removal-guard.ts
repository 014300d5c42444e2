import { LIMITS } from '../limits.js'
import { compareKeys, type RelationKey } from '../relation/relation.js'
import type { Node } from '../topology/graph.js'
import { claimsOfNode } from '../topology/node-claims.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { CmdbIssue } from './cmdb-issue.js'
import { isClaimedBy } from './cmdb-node.js'
import type { CmdbImportPlan, TopologyPlan } from './plan-cmdb-import.js'
import { declaredRelations, type RelationChanges } from './plan-cmdb-relations.js'
import { allowedRemovals, type RemovalLimit } from './removal-limit.js'

type GuardedPlan = Pick<CmdbImportPlan, 'options' | 'records' | 'relations' | 'topologies'>

/**
 * Returns an issue if an import must not be written, because it would remove more than the limit allows, or would leave
 * its source with nothing or without relations (rules.md#removal-guard).
 */
export function findRemovalIssue(plan: GuardedPlan, limit: RemovalLimit): CmdbIssue | undefined {
  const { source, mode } = plan.options
  const { relations, topologies } = plan
  const nodes = topologies.flatMap(({ nodes: { remove } }) => remove)
  const nodesBefore = mode === 'replace' ? sum(topologies.map((topology) => countClaimedNodes(topology, source))) : 0
  const before = relations.claimed + nodesBefore
  const removed = relations.withdraw.length + nodes.length
  const allowed = allowedRemovals(limit, before)
  const loss = removed > 0 ? describeLoss(plan) : undefined
  if (removed <= allowed && loss === undefined) return undefined
  const what = loss
    ? `the import would leave ${truncateForMessage(source)} ${loss}: it would take away ${formatRemovedAmounts(relations, nodes)}`
    : `the import would take away ${formatRemovedAmounts(relations, nodes)} of the ${before} that ${truncateForMessage(source)} has`
  const advice = loss
    ? 'Check whether the file is empty or incomplete. If all of this is to go, import without a limit of removals'
    : `At most ${allowed} may go (maxRemovals ${limit.text}). Check whether the file is complete. If all of this is to go, allow more removals`
  const message = `${what}, such as ${formatRemovedExamples(relations.withdraw, nodes)}. ${advice}`
  return { code: 'tooManyRemovals', path: 'maxRemovals', message }
}

function formatRemovedAmounts({ withdraw }: RelationChanges, nodes: readonly Node[]): string {
  return `${formatAmount(withdraw.length, 'relation')} and ${formatAmount(nodes.length, 'node')}`
}

function formatAmount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * Names the first few relations and nodes that would be removed. Relations come first, because losing them does more
 * harm.
 */
function formatRemovedExamples(withdrawn: readonly RelationKey[], nodes: readonly Node[]): string {
  const relations = withdrawn.toSorted(compareKeys).map(({ environment, resource, parent }) => {
    return `${truncateForMessage(resource)} has parent ${truncateForMessage(parent)} in ${formatEnvironment(environment)}`
  })
  const others = nodes.map(({ label, environment }) => {
    return `the node ${truncateForMessage(label)} in ${formatEnvironment(environment ?? '')}`
  })
  return [...relations.slice(0, LIMITS.namedRemovals), ...others].slice(0, LIMITS.namedRemovals).join('; ')
}

function formatEnvironment(environment: string): string {
  return environment === '' ? 'the empty environment' : `"${truncateForMessage(environment)}"`
}

/**
 * Says what the source would lose completely: everything, or all of its relations; `undefined` = neither. An import
 * loses all relations and no node if, for example, the column of parents is misspelt in the file.
 */
function describeLoss({ options: { source }, records, relations, topologies }: GuardedPlan): string | undefined {
  if (declaredRelations(relations).length > 0 || relations.withdraw.length < relations.claimed) return undefined
  const hasNodes = records.withServices > 0 || topologies.some((plan) => countRemainingNodes(plan, source) > 0)
  if (!hasNodes) return 'with nothing'
  return relations.claimed > 0 ? 'without any relation' : undefined
}

function countClaimedNodes({ stored }: TopologyPlan, source: string): number {
  return stored?.nodes.filter((node) => isClaimedBy(node, source)).length ?? 0
}

function countRemainingNodes({ stored, nodes, claimed }: TopologyPlan, source: string): number {
  const changed = new Map([...nodes.update, ...claimed].map(({ node, claims }) => [node.id, claims]))
  const removed = new Set(nodes.remove.map(({ id }) => id))
  const claimedNodes = stored?.nodes.filter((node) => {
    const claims = changed.get(node.id) ?? claimsOfNode(node)
    return !removed.has(node.id) && claims.some((claim) => claim.source === source)
  })
  return claimedNodes?.length ?? 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
