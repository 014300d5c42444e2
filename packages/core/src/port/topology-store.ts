import type { Filters, ListQuery, Page } from '../page.js'
import type { RelationKey } from '../relation/relation.js'
import type { Topology } from '../topology/topology.js'

export const TOPOLOGY_FILTERS = [
  'id',
  'name',
  'description',
  'service',
  'service_kpi',
  'orientation',
  'schemaVersion',
  'createTime',
  'updateTime',
] as const
export type TopologyColumn = (typeof TOPOLOGY_FILTERS)[number]
/** Orders of the list: `severity` is that of how services stand, which no store keeps. */
export const TOPOLOGY_SORTS = [...TOPOLOGY_FILTERS, 'severity'] as const
export type TopologySort = (typeof TOPOLOGY_SORTS)[number]

export type TopologyHeading = Pick<Topology, 'id' | 'name' | 'service'>

/** A tree of an earlier release, as it was before it became the graph of a topology. */
export interface KeptTree {
  readonly topologyId: string
  /** JSON. */
  readonly tree: string
}

/**
 * Keeps topologies. At most one topology of a service has schemaVersion 2; those of schemaVersion 1, trees of an earlier
 * release, may be any number. By its service a topology is found when it comes first in the order of `compareOfService`.
 */
export interface TopologyStore {
  /** Default order: createTime, ties by id. Nodes and edges of a topology come in the order in which they were saved. */
  list(query: ListQuery<TopologyColumn, TopologyColumn>): Promise<Page<Topology>>
  /** What orders of topologies are made of, of every topology that fits, in no promised order; no graph is read. */
  headings(filters: Filters<TopologyColumn>): Promise<readonly TopologyHeading[]>
  read(id: string): Promise<Topology | undefined>
  /** The stored topologies among `ids`, each once, in no promised order. One statement, whatever their number. */
  find(ids: readonly string[]): Promise<readonly Topology[]>
  /** The one by which the service is known: of schemaVersion 2, else the oldest by createTime, ties by id. */
  readByService(service: string): Promise<Topology | undefined>
  /**
   * For each of these services that has a topology, the one of {@link readByService}; in no promised order. One
   * statement, whatever their number.
   */
  readByServices(services: readonly string[]): Promise<readonly Topology[]>
  /**
   * The services of the topologies that have a node whose `params.cmdbSource` is this text, each once, in no promised
   * order.
   */
  servicesHoldingNodesOf(cmdbSource: string): Promise<readonly string[]>
  count(): Promise<number>
  /** The latest updateTime of all; `undefined` when there are none. */
  lastUpdateTime(): Promise<string | undefined>
  /** Those of `nodeIds` that a topology other than `exceptId` uses. */
  takenNodeIds(nodeIds: readonly string[], exceptId: string | null): Promise<ReadonlySet<string>>
  /**
   * For each relation that a stored topology of schemaVersion 2 outside `exceptIds` draws as an edge between two resource
   * nodes of one environment: the id of the one that was saved last (latest updateTime; among equals the greatest id), by
   * `relationKey`.
   */
  drawers(relations: readonly RelationKey[], exceptIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Adds each topology or replaces the one with its id, graph included: all of them, or none. Their ids must differ from
   * one another, and neither service nor schemaVersion 2 of one that is stored changes any more. What is stored already
   * is not written again, and the number of statements does not grow with that of the topologies (batches of rows aside).
   *
   * @throws OpsgraphError `conflict` when a service would then have two topologies of schemaVersion 2, or a node id belong
   *   to two topologies, stored or given; nothing is changed
   */
  save(topologies: readonly Topology[]): Promise<void>
  /**
   * Keeps the trees of stored topologies until these are deleted, each in place of the one that was kept before: a backup
   * for whoever looks into the store itself. No method answers them.
   */
  keepTrees(trees: readonly KeptTree[]): Promise<void>
  /** The ids of those that existed and are removed, graphs and trees included. */
  delete(ids: readonly string[]): Promise<readonly string[]>
}
