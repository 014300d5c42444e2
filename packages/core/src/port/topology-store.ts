import type { ListFilter } from '../list-columns.js'
import type { Filters, ListQuery, Page } from '../page.js'
import type { ResourceKey } from '../relation/relation.js'
import type { Topology, TopologySummary } from '../topology/topology.js'

/**
 * Fields of a topology, without the graph. The server needs no other fields to sort a list of topologies, or to find
 * out whether a cached topology is outdated.
 */
export type TopologyHeading = Pick<Topology, 'id' | 'name' | 'service' | 'schemaVersion' | 'createTime' | 'updateTime'>

/** A tree of an earlier release, stored unchanged after its upgrade to the graph of a topology. */
export interface UpgradedTreeText {
  readonly topologyId: string
  /** The tree as JSON. */
  readonly tree: string
}

/**
 * Stores topologies. A service has at most one topology of schemaVersion 2, and any number of topologies of
 * schemaVersion 1 (trees of an earlier release). A look-up by service returns the topology that comes first in the
 * order of `byPrecedence`.
 */
export interface TopologyStore {
  /** Default order: createTime, then id. Nodes and edges of a topology keep the order in which they were saved. */
  list(query: ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>>): Promise<Page<Topology>>
  /** The same page as {@link list}, without nodes and edges. This call reads no graphs. */
  summaries(query: ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>>): Promise<Page<TopologySummary>>
  /**
   * The headings of all topologies that match the filters, in any order. The caller uses the headings to sort the
   * topologies. This call reads no graphs.
   */
  headings(filters: Filters<ListFilter<'topologies'>>): Promise<readonly TopologyHeading[]>
  /**
   * A text that identifies the state of all topologies: if a topology is added or removed, or gets another
   * `updateTime`, the text is different. Costs one short statement. If a store does not have this method, the headings
   * are read every time.
   */
  version?(): Promise<string>
  read(id: string): Promise<Topology | undefined>
  /**
   * The stored topologies among `ids`, each once, in any order. Costs one statement, regardless of the number of ids.
   */
  find(ids: readonly string[]): Promise<readonly Topology[]>
  /**
   * The topology of schemaVersion 2 of this service; if there is no such topology, the service's oldest topology by
   * createTime, then id.
   */
  readByService(service: string): Promise<Topology | undefined>
  /**
   * The result of {@link readByService} for each of these services that has a topology, in any order. Costs one
   * statement, regardless of the number of services.
   */
  readByServices(services: readonly string[]): Promise<readonly Topology[]>
  /**
   * The services of the topologies with a node of this CMDB source, each once: its `params.cmdbSource` is this source,
   * or it has a claim of this source.
   */
  servicesHoldingNodesOf(cmdbSource: string): Promise<readonly string[]>
  /** The ids of the topologies that contain a node of one of these resources, each once, in any order. */
  idsDrawing(resources: readonly ResourceKey[]): Promise<readonly string[]>
  count(): Promise<number>
  /** The latest updateTime of all topologies; `undefined` if there is no topology. */
  lastUpdateTime(): Promise<string | undefined>
  /** The ids among `nodeIds` that are in use in a topology other than `exceptId`. */
  takenNodeIds(nodeIds: readonly string[], exceptId: string | null): Promise<ReadonlySet<string>>
  /**
   * Adds each topology with its graph, or replaces the stored topology with the same id. Writes all topologies or none.
   * No two topologies of a call may have the same id. The service of a stored topology must not change, and its
   * schemaVersion must not change from 2 to 1. Unchanged rows are not written again. The number of statements does not
   * grow with the number of topologies, except that many rows are split into batches.
   *
   * @throws OpsgraphError `conflict` if a service would have two topologies of schemaVersion 2, or if two topologies
   *   (stored or given) would share a node id. In both cases, nothing is changed
   */
  save(topologies: readonly Topology[]): Promise<void>
  /**
   * Stores the original trees of stored topologies, until the topologies are deleted. A tree replaces an earlier tree
   * of the same topology. The trees are a backup for an operator who inspects the database directly: no method returns
   * them.
   */
  keepTrees(trees: readonly UpgradedTreeText[]): Promise<void>
  /** Removes topologies with their graphs and trees. Returns the ids of the topologies that existed. */
  delete(ids: readonly string[]): Promise<readonly string[]>
}
