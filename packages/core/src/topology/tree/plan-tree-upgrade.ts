import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import { indexGraph } from '../graph-index.js'
import type { GraphIssue } from '../graph-issue.js'
import type { Topology } from '../topology.js'
import { validateGraph } from '../validate-graph.js'

/**
 * A rule that a tree breaks. The fault has the label of the node, because the ids of the nodes are new, and the owner
 * of the tree does not know them.
 */
export interface TreeFault extends GraphIssue {
  /**
   * The label of the faulty node. For a faulty edge, the label of its target. `null` if the fault is about several
   * nodes.
   */
  readonly label: string | null
}

/** The data that is needed to upgrade a topology of schemaVersion 1. */
export interface TreeCandidate {
  readonly topologyId: string
  readonly name: string
  readonly service: string
  /** The rules that the graph breaks, up to `LIMITS.treeFaults`. */
  readonly issues: readonly TreeFault[]
  /** The number of faults, including the faults beyond `LIMITS.treeFaults`; at most `LIMITS.issues`. */
  readonly issueCount: number
}

/** The planned upgrade of a topology of schemaVersion 1, or the reasons why it is not upgraded. */
export interface TreeUpgrade extends TreeCandidate {
  /**
   * True if the schemaVersion of the topology becomes 2. False if the topology breaks rules, or if another topology of
   * the service has precedence.
   */
  readonly isUpgraded: boolean
  /**
   * The ids of all topologies of the service, the topology of schemaVersion 2 first; empty if the service has only one
   * topology.
   */
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
 * Plans the upgrade of trees (rules.md#trees-of-an-earlier-release). Every tree that breaks no rule becomes a topology
 * of schemaVersion 2, but at most one tree per service.
 *
 * @param candidates all topologies of schemaVersion 1; the topologies of the same service are sorted `byPrecedence`
 * @param upgraded the ids of the topologies of schemaVersion 2, by service
 */
export function planTreeUpgrade(
  candidates: readonly TreeCandidate[],
  upgraded: ReadonlyMap<string, string>,
): readonly TreeUpgrade[] {
  const plans = new Map<string, ServiceUpgradePlan>()
  for (const [service, rivals] of groupBy(candidates, (candidate) => candidate.service)) {
    plans.set(service, planServiceUpgrade(rivals, upgraded.get(service)))
  }
  return candidates.map((candidate) => {
    const { winner, rivals = [] } = plans.get(candidate.service) ?? {}
    return { ...candidate, isUpgraded: candidate.topologyId === winner, rivals }
  })
}

interface ServiceUpgradePlan {
  /** The topology that has schemaVersion 2 after the upgrade; `undefined` = none. */
  readonly winner: string | undefined
  /** The ids of all topologies of the service, `winner` first; empty if the service has only one topology. */
  readonly rivals: readonly string[]
}

function planServiceUpgrade(candidates: readonly TreeCandidate[], upgraded: string | undefined): ServiceUpgradePlan {
  const winner = upgraded ?? candidates.find(({ issueCount }) => issueCount === 0)?.topologyId
  const others = candidates.map(({ topologyId }) => topologyId).filter((id) => id !== winner)
  const rivals = winner === undefined ? others : [winner, ...others]
  return { winner, rivals: rivals.length > 1 ? rivals : [] }
}
