import { BodyReader } from '../body-reader.js'
import { invalid } from '../opsgraph-error.js'
import { ORIENTATIONS, type Orientation } from './topology.js'

/** The fields of a topology besides its graph. Missing fields stay as stored. */
export interface TopologyFields {
  readonly name?: string
  readonly description?: string
  readonly serviceKpi?: string | null
  readonly orientation?: Orientation
}

/** The graph as it was sent, unchecked; `readGraph` reads it. */
export interface SentGraph {
  readonly nodes: unknown
  readonly edges: unknown
}

/** The input of POST. */
export interface NewTopology extends TopologyFields {
  readonly name: string
  readonly description: string
  readonly service: string
  /** `undefined` = a service node only. */
  readonly graph: SentGraph | undefined
}

/** The input of PUT. Every field is optional. */
export interface TopologyChanges extends TopologyFields {
  /** `service_kpi`, if it is sent in addition to `serviceKpi`. */
  readonly olderKpi?: string | null
  readonly service: string | undefined
  /** `undefined` = the graph stays. */
  readonly graph: SentGraph | undefined
}

/** `service_kpi` is the older name of `serviceKpi`. */
const FIELDS = ['name', 'description', 'service', 'serviceKpi', 'service_kpi', 'orientation', 'nodes', 'edges'] as const
/** Fields that a client may leave in when it sends back what it has read. */
const IGNORED = ['id', 'schemaVersion', 'createTime', 'updateTime'] as const

/**
 * @throws OpsgraphError `invalid`, naming the field (rules.md#creating-a-topology)
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
 * @throws OpsgraphError `invalid`, naming the field (rules.md#saving-a-topology)
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
