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
  readByService(service: string): Promise<Topology | undefined>
  count(): Promise<number>
  /** Those of `nodeIds` that a topology other than `exceptId` uses. */
  takenNodeIds(nodeIds: readonly string[], exceptId: string | null): Promise<ReadonlySet<string>>
  /**
   * For each relation that a stored topology outside `exceptIds` draws as an edge between two resource nodes of one
   * environment: the id of the one that was saved last (latest updateTime; among equals the greatest id), by `relationKey`.
   */
  drawers(relations: readonly RelationKey[], exceptIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Adds the topology or replaces the one with its id, graph included.
   *
   * @throws OpsgraphError `conflict` when another topology has the service, or uses one of the node ids; nothing is changed
   */
  save(topology: Topology): Promise<void>
  /** The ids of those that existed and are removed, graphs included. */
  delete(ids: readonly string[]): Promise<readonly string[]>
}
