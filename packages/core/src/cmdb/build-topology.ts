import { type Steps, withoutPauses } from '../steps.js'
import { layOutInSteps } from '../topology/lay-out/lay-out.js'
import type { Topology } from '../topology/topology.js'
import { changedGraph, type GraphCreation } from './changed-graph.js'
import type { TopologyPlan } from './plan-cmdb-import.js'

export interface TopologyCreation extends GraphCreation {
  /** The current time, as ISO 8601 in UTC with milliseconds. */
  readonly now: string
}

/**
 * Builds the topology to save: the stored topology with the changes of the plan. New nodes are laid out around the
 * stored nodes, which do not move. The positions are computed here and not in the plan, because a dry run needs none.
 */
export function buildTopology(plan: TopologyPlan, options: TopologyCreation): Topology {
  return withoutPauses(buildInSteps(plan, options))
}

/** Like {@link buildTopology}, but yields for pauses. */
export function* buildInSteps(plan: TopologyPlan, { source, newId, now }: TopologyCreation): Steps<Topology> {
  const { stored, service } = plan
  const base: Omit<Topology, 'nodes' | 'edges'> =
    stored === undefined
      ? {
          id: newId(),
          name: service,
          description: `Imported from CMDB source ${source}`,
          service,
          serviceKpi: null,
          orientation: 'TB',
          schemaVersion: 2,
          createTime: now,
          updateTime: now,
        }
      : { ...stored, schemaVersion: 2, updateTime: now }
  const graph = changedGraph(stored, plan, { newId, source })
  if (plan.nodes.create.length === 0) return { ...base, ...graph }
  const fixed = new Set(stored?.nodes.map(({ id }) => id))
  const positions = yield* layOutInSteps(graph, base.orientation, fixed)
  const nodes = graph.nodes.map((node) => ({ ...node, position: positions.get(node.id) ?? node.position }))
  return { ...base, nodes, edges: graph.edges }
}
