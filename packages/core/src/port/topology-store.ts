import type { ListQuery, Page } from '../page.js'
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

export interface TopologyStore {
  /** Default order: createTime, ties by id. Nodes and edges of a topology come in the order in which they were saved. */
  list(query: ListQuery<TopologyColumn, TopologyColumn>): Promise<Page<Topology>>
  read(id: string): Promise<Topology | undefined>
  /** The stored topologies among `ids`, each once, in no promised order. One statement, whatever their number. */
  find(ids: readonly string[]): Promise<readonly Topology[]>
  readByService(service: string): Promise<Topology | undefined>
  /** The topologies of these services, each once, in no promised order. One statement, whatever their number. */
  readByServices(services: readonly string[]): Promise<readonly Topology[]>
  /**
   * The services of the topologies that have a node whose `params.cmdbSource` is this text, each once, in no promised
   * order.
   */
  servicesHoldingNodesOf(cmdbSource: string): Promise<readonly string[]>
  count(): Promise<number>
  /** Those of `nodeIds` that a topology other than `exceptId` uses. */
  takenNodeIds(nodeIds: readonly string[], exceptId: string | null): Promise<ReadonlySet<string>>
  /**
   * For each relation that a stored topology outside `exceptIds` draws as an edge between two resource nodes of one
   * environment: the id of the one that was saved last (latest updateTime; among equals the greatest id), by `relationKey`.
   */
  drawers(relations: readonly RelationKey[], exceptIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Adds each topology or replaces the one with its id, graph included: all of them, or none. Their ids must differ from
   * one another. What is stored already is not written again, and the number of statements does not grow with that of
   * the topologies (batches of rows aside).
   *
   * @throws OpsgraphError `conflict` when a service or a node id would then belong to two topologies, stored or given;
   *   nothing is changed
   */
  save(topologies: readonly Topology[]): Promise<void>
  /** The ids of those that existed and are removed, graphs included. */
  delete(ids: readonly string[]): Promise<readonly string[]>
}
