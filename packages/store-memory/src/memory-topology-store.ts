import type { Filters, ListFilter, Topology } from '@opsgraph/core'
import {
  byPrecedence,
  compareCreation,
  compareNames,
  type KeptTree,
  type ListQuery,
  OpsgraphError,
  type Page,
  type RelationKey,
  relationKey,
  type TopologyHeading,
  type TopologyStore,
} from '@opsgraph/core/store'
import { type Access, eachOf, type Steps } from './access.js'
import { type Cell, fieldCells, fitting, type ListColumns, listPage } from './list-page.js'
import { frozenCopy } from './table.js'
import type { Tables } from './tables.js'

/** Reading the topologies that draw this many relations takes a few milliseconds. */
const RELATIONS_AT_ONCE = 1_000

export class MemoryTopologyStore implements TopologyStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  list(query: ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>>): Promise<Page<Topology>> {
    return this.#access.inSteps(() => listPage(this.#tables.topology.rows(), query, COLUMNS))
  }

  async summaries(
    query: ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>>,
  ): Promise<Page<Omit<Topology, 'nodes' | 'edges'>>> {
    const rows = this.#tables.topology.rows()
    const { items, total } = await this.#access.inSteps(() => listPage(rows, query, COLUMNS))
    return { items: items.map(({ nodes, edges, ...summary }) => summary), total }
  }

  headings(filters: Filters<ListFilter<'topologies'>>): Promise<readonly TopologyHeading[]> {
    return this.#access(() => fitting(this.#tables.topology.rows(), filters, COLUMNS).map(toHeading))
  }

  read(id: string): Promise<Topology | undefined> {
    return this.#access(() => this.#tables.topology.get(id))
  }

  find(ids: readonly string[]): Promise<readonly Topology[]> {
    return this.#access(() => this.#tables.topology.getAll(ids))
  }

  readByService(service: string): Promise<Topology | undefined> {
    return this.#access(() => this.#known(service))
  }

  readByServices(services: readonly string[]): Promise<readonly Topology[]> {
    return this.#access(() => [...new Set(services)].flatMap((service) => this.#known(service) ?? []))
  }

  servicesHoldingNodesOf(cmdbSource: string): Promise<readonly string[]> {
    return this.#access(() => {
      const holding = this.#tables.topologyByCmdbSource.find(cmdbSource)
      return [...new Set(holding.map(({ service }) => service))]
    })
  }

  count(): Promise<number> {
    return this.#access(() => this.#tables.topology.size)
  }

  lastUpdateTime(): Promise<string | undefined> {
    return this.#access(() => {
      let last: string | undefined
      for (const { updateTime } of this.#tables.topology.rows()) {
        if (last === undefined || updateTime > last) last = updateTime
      }
      return last
    })
  }

  takenNodeIds(nodeIds: readonly string[], exceptId: string | null): Promise<ReadonlySet<string>> {
    return this.#access(() => new Set(nodeIds.filter((nodeId) => this.#isTaken(nodeId, exceptId))))
  }

  lastDrawnBy(relations: readonly RelationKey[], exceptIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { topologyByDrawnRelation } = this.#tables
    return this.#access.inSteps(function* () {
      const excepted = new Set(exceptIds)
      const lastDrawnBy = new Map<string, string>()
      yield* eachOf(relations, RELATIONS_AT_ONCE, (relation) => {
        const key = relationKey(relation)
        const drawing = topologyByDrawnRelation.find(key).filter(({ id }) => !excepted.has(id))
        const last = drawing.reduce<Topology | undefined>(savedLater, undefined)
        if (last !== undefined) lastDrawnBy.set(key, last.id)
      })
      return lastDrawnBy
    })
  }

  save(topologies: readonly Topology[]): Promise<void> {
    const { topology } = this.#tables
    return this.#access.inSteps(
      function* (this: MemoryTopologyStore) {
        const rows: Topology[] = []
        yield* eachOf(topologies, 1, (sent) => void rows.push(frozenCopy(sent)))
        this.#requireServices(rows)
        yield* this.#requireNodeIds(rows)
        for (const row of rows) {
          yield* topology.putInSteps(row)
          yield
        }
      }.bind(this),
    )
  }

  keepTrees(trees: readonly KeptTree[]): Promise<void> {
    return this.#access(() => {
      for (const { topologyId, tree } of trees) this.#tables.topologyTree.put(Object.freeze({ id: topologyId, tree }))
    })
  }

  delete(ids: readonly string[]): Promise<readonly string[]> {
    const { topology, topologyTree } = this.#tables
    return this.#access.inSteps(function* () {
      const deleted: string[] = []
      for (const id of ids) {
        topologyTree.remove(id)
        if ((yield* topology.removeInSteps(id)) !== undefined) deleted.push(id)
      }
      return deleted
    })
  }

  #known(service: string): Topology | undefined {
    const [first, ...others] = this.#tables.topologyByService.find(service)
    return others.reduce((known, other) => (known && byPrecedence(known, other) < 0 ? known : other), first)
  }

  #requireServices(rows: readonly Topology[]): void {
    const owners = new Map<string, string>()
    for (const { id, service, schemaVersion } of rows) {
      if (schemaVersion === 1) continue
      const stored = this.#tables.topologyByService.find(service).find((row) => row.schemaVersion === 2)
      const owner = owners.get(service) ?? stored?.id ?? id
      if (owner !== id) throw new OpsgraphError('conflict', `the service ${service} already has a topology`)
      owners.set(service, id)
    }
  }

  /**
   * Refuses node ids that other topologies use. If one call saves several topologies, a node id may move from one of
   * them to another.
   */
  *#requireNodeIds(rows: readonly Topology[]): Steps<void> {
    const replaced = new Set(rows.map(({ id }) => id))
    const owners = new Map<string, string>()
    for (const row of rows) {
      for (const node of row.nodes) {
        const stored = this.#tables.topologyByNodeId.find(node.id).find(({ id }) => !replaced.has(id))
        const owner = owners.get(node.id) ?? stored?.id ?? row.id
        if (owner !== row.id) throw new OpsgraphError('conflict', `another topology uses the node id ${node.id}`)
        owners.set(node.id, row.id)
      }
      yield
    }
  }

  #isTaken(nodeId: string, exceptId: string | null): boolean {
    return this.#tables.topologyByNodeId.find(nodeId).some(({ id }) => id !== exceptId)
  }
}

const CELLS: Readonly<Record<ListFilter<'topologies'>, (row: Topology) => Cell>> = {
  ...fieldCells('id', 'name', 'description', 'service', 'orientation', 'schemaVersion', 'createTime', 'updateTime'),
  service_kpi: (row) => row.serviceKpi,
}

const COLUMNS: ListColumns<Topology, ListFilter<'topologies'>, ListFilter<'topologies'>> = {
  filter: CELLS,
  sort: CELLS,
  compare: compareCreation,
}

function savedLater(last: Topology | undefined, next: Topology): Topology {
  if (last === undefined) return next
  const order = compareNames(last.updateTime, next.updateTime) || compareNames(last.id, next.id)
  return order < 0 ? next : last
}

function toHeading({ id, name, service, schemaVersion, createTime, updateTime }: Topology): TopologyHeading {
  return { id, name, service, schemaVersion, createTime, updateTime }
}
