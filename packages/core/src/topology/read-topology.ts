import { isObject } from '../json-value.js'
import type { OpsgraphError } from '../opsgraph-error.js'
import { bodyFault, catchInvalid, combineErrors } from '../schema/body-error.js'
import type { SentGraph } from './graph.js'
import { TOPOLOGY, type Topology } from './topology.js'
import { type ExaminedGraph, examineGraph, invalidGraph } from './validate-graph.js'

/** The fields of a topology that a body may change, besides its graph. */
type ChangeableField = 'name' | 'description' | 'serviceKpi' | 'orientation'
export type TopologyFields = Partial<Pick<Topology, ChangeableField>>

/** A new topology, without the fields that the server sets. */
export interface NewTopology extends Pick<Topology, ChangeableField | 'service'> {
  /** The graph in the body, and its faults; `undefined` = the body has no graph, so there is only a service node. */
  readonly drawn: ExaminedGraph | undefined
}

/**
 * Reads the body for a new topology (rules.md#creating-a-topology).
 *
 * @param newId creates the ids of edges without an id
 * @throws OpsgraphError `invalid` with all faults of the fields and of the graph
 */
export function readNewTopology(body: unknown, newId: () => string): NewTopology {
  const errors: OpsgraphError[] = []
  const { fields, graph } = separateGraph(body)
  const read = catchInvalid(errors, () => TOPOLOGY.readNew(fields))
  const drawn = catchInvalid(errors, () => {
    if (graph.nodes === undefined && isFilled(graph.edges))
      throw bodyFault('edges', 'need nodes: send both, or neither')
    if (graph.nodes === undefined) return undefined
    const examined = examineGraph({ nodes: graph.nodes, edges: graph.edges ?? [] }, newId)
    if (examined.graph === undefined) throw invalidGraph(examined.issues)
    return examined
  })
  if (read === undefined || errors.length > 0) throw combineErrors(errors)
  return { ...read, drawn }
}

/** The changes in the body of a `PUT`, and the faults of the body. */
export interface TopologyChanges {
  /** The faults of the body, except those of the graph. */
  readonly errors: readonly OpsgraphError[]
  readonly service: string | undefined
  readonly fields: TopologyFields
  /**
   * The value of `service_kpi`, the older name of `serviceKpi`. If both names are sent, `fields` has the value of
   * `serviceKpi`.
   */
  readonly olderKpi: string | null | undefined
  /** The graph and its faults; `undefined` = the graph does not change. */
  readonly examined: ExaminedGraph | undefined
}

/**
 * Reads the body for a change of a topology (rules.md#saving-a-topology). Does not throw: the caller looks for further
 * faults in the store, and reports all faults in one answer.
 */
export function readTopologyChanges(body: unknown, newId: () => string): TopologyChanges {
  const errors: OpsgraphError[] = []
  const { fields, graph } = separateGraph(body)
  const read = catchInvalid(errors, () => TOPOLOGY.readChanges(fields)) ?? {}
  catchInvalid(errors, () => {
    if ((graph.nodes === undefined) !== (graph.edges === undefined))
      throw bodyFault('nodes', 'and edges must be sent together')
  })
  const { service, service_kpi: olderKpi, ...changed } = read
  const isSent = graph.nodes !== undefined && graph.edges !== undefined
  return { errors, service, olderKpi, fields: changed, examined: isSent ? examineGraph(graph, newId) : undefined }
}

/** Separates the graph of a body from its other fields, which the schema reads. */
export function separateGraph(body: unknown): { readonly fields: unknown; readonly graph: SentGraph } {
  if (!isObject(body)) return { fields: body, graph: { nodes: undefined, edges: undefined } }
  const { nodes, edges, ...fields } = body
  return { fields, graph: { nodes: nodes ?? undefined, edges: edges ?? undefined } }
}

function isFilled(edges: unknown): boolean {
  return edges !== undefined && !(Array.isArray(edges) && edges.length === 0)
}
