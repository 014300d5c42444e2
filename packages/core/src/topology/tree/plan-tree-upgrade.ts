import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import { indexGraph } from '../graph-index.js'
import type { GraphIssue } from '../graph-issue.js'
import type { Topology } from '../topology.js'
import { validateGraph } from '../validate-graph.js'

/** A rule that a tree breaks. The message avoids ids of nodes, which readers of a tree do not know. */
export interface TreeFault extends GraphIssue {
  /** The label of the node that the fault is about, or that the edge points to; `null` if it is about several. */
  readonly label: string | null
}

/** The data of a topology of schemaVersion 1 that its upgrade needs. */
export interface TreeCandidate {
  readonly topologyId: string
  readonly name: string
  readonly service: string
  /** The rules that its graph breaks, up to `LIMITS.treeFaults`. */
  readonly issues: readonly TreeFault[]
  /** The total number of faults. */
  readonly issueCount: number
}

/** The planned upgrade of a topology of schemaVersion 1, with the reason. */
export interface TreeUpgrade extends TreeCandidate {
  /**
   * True if it becomes schemaVersion 2. If false, it breaks rules, or another topology of its service has precedence.
   */
  readonly isUpgraded: boolean
  /** The ids of all topologies of its service, the one of schemaVersion 2 first; empty if it is the only one. */
  readonly rivals: readonly string[]
}

export function treeCandidate(topology: Topology): TreeCandidate {
  const { id, name, service, nodes, edges } = topology
  const labels = new Map(nodes.map((node) => [node.id, node.label]))
  const labelOf = ({ code, subject }: GraphIssue) => {
    if (subject === undefined || code === 'cycle') return null
    const nodeId = subject.kind === 'edge' ? edges[subject.index ?? -1]?.target : subject.id
    return labels.get(nodeId ?? '') ?? null
  }
  const found = validateGraph(indexGraph(topology))
  const issues = found.slice(0, LIMITS.treeFaults).map((issue) => ({ ...issue, label: labelOf(issue) }))
  return { topologyId: id, name, service, issues, issueCount: found.length }
}

/**
 * Plans the upgrade of trees (rules.md#trees-of-an-earlier-release): every tree that breaks no rule becomes
 * schemaVersion 2, but at most one per service.
 *
 * @param candidates every topology of schemaVersion 1; if several share a service, by precedence
 * @param upgraded the ids of the topologies of schemaVersion 2, by service
 */
export function planTreeUpgrade(
  candidates: readonly TreeCandidate[],
  upgraded: ReadonlyMap<string, string>,
): readonly TreeUpgrade[] {
  const plans = new Map<string, ServicePlan>()
  for (const [service, rivals] of groupBy(candidates, (candidate) => candidate.service)) {
    plans.set(service, planService(rivals, upgraded.get(service)))
  }
  return candidates.map((candidate) => {
    const { winner, rivals = [] } = plans.get(candidate.service) ?? {}
    return { ...candidate, isUpgraded: candidate.topologyId === winner, rivals }
  })
}

interface ServicePlan {
  /** The topology that has schemaVersion 2 in the end; `undefined` = none. */
  readonly winner: string | undefined
  /** As in {@link TreeUpgrade}. */
  readonly rivals: readonly string[]
}

function planService(candidates: readonly TreeCandidate[], upgraded: string | undefined): ServicePlan {
  const winner = upgraded ?? candidates.find(({ issueCount }) => issueCount === 0)?.topologyId
  const others = candidates.map(({ topologyId }) => topologyId).filter((id) => id !== winner)
  const ids = winner === undefined ? others : [winner, ...others]
  return { winner, rivals: ids.length > 1 ? ids : [] }
}
