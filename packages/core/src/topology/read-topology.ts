import { BodyReader } from '../body-reader.js'
import { invalid } from '../opsgraph-error.js'
import { ORIENTATIONS, type Orientation } from './topology.js'

/** The fields of a topology besides its graph. Fields that are not sent do not change. */
export interface TopologyFields {
  readonly name?: string
  readonly description?: string
  readonly serviceKpi?: string | null
  readonly orientation?: Orientation
}

/** The graph in the form in which the caller sent it. The graph is not checked yet; `readGraph` reads it. */
export interface SentGraph {
  readonly nodes: unknown
  readonly edges: unknown
}

/** The body of a POST request for a new topology. */
export interface NewTopology extends TopologyFields {
  readonly name: string
  readonly description: string
  readonly service: string
  /** `undefined` = the graph has only a service node. */
  readonly graph: SentGraph | undefined
}

/** The body of a PUT request for a topology. Every field is optional. */
export interface TopologyChanges extends TopologyFields {
  /**
   * The value of `service_kpi`, if the body contains both `service_kpi` and `serviceKpi`. `service_kpi` is the older
   * name of `serviceKpi`.
   */
  readonly olderKpi?: string | null
  readonly service: string | undefined
  /** `undefined` = the graph does not change. */
  readonly graph: SentGraph | undefined
}

/** `service_kpi` is the older name of `serviceKpi`. */
const FIELDS = ['name', 'description', 'service', 'serviceKpi', 'service_kpi', 'orientation', 'nodes', 'edges'] as const
/** Fields that are accepted but ignored, so that a client can send back a topology that it has read. */
const IGNORED = ['id', 'schemaVersion', 'createTime', 'updateTime'] as const

/**
 * Reads the body for a new topology (rules.md#creating-a-topology).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readNewTopology(body: unknown): NewTopology {
  const reader = new BodyReader(body)
  reader.refuseOthers([...FIELDS, ...IGNORED])
  const name = reader.requiredName('name')
  const description = reader.text('description')
  if (description === undefined) throw reader.fault('description', 'is required')
  const service = reader.requiredName('service')
  const nodes = reader.sent('nodes')
  const edges = reader.sent('edges') ?? []
  if (nodes === undefined && !isEmptyList(edges)) throw invalid('edges need nodes: send both, or neither')
  const graph = nodes === undefined ? undefined : { nodes, edges }
  return { ...readFields(reader), name, description, service, graph }
}

/**
 * Reads the body for a change of a topology (rules.md#saving-a-topology).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readTopologyChanges(body: unknown): TopologyChanges {
  const reader = new BodyReader(body)
  reader.refuseOthers([...FIELDS, ...IGNORED])
  const nodes = reader.sent('nodes')
  const edges = reader.sent('edges')
  if ((nodes === undefined) !== (edges === undefined)) throw invalid('nodes and edges must be sent together')
  const graph = nodes === undefined ? undefined : { nodes, edges }
  const hasBoth = reader.sent('serviceKpi') !== undefined && reader.sent('service_kpi') !== undefined
  return {
    ...readFields(reader),
    ...(hasBoth && { olderKpi: reader.reference('service_kpi') ?? null }),
    service: reader.name('service'),
    graph,
  }
}

function readFields(reader: BodyReader): TopologyFields {
  const name = reader.sent('name') === undefined ? undefined : reader.requiredName('name')
  const description = reader.text('description')
  const orientation = reader.choice('orientation', ORIENTATIONS)
  const kpi = reader.sent('serviceKpi') === undefined ? 'service_kpi' : 'serviceKpi'
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(orientation !== undefined && { orientation }),
    ...(reader.sent(kpi) !== undefined && { serviceKpi: reader.reference(kpi) ?? null }),
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
