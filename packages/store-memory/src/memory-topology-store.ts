import {
  compareNames,
  type ListQuery,
  OpsgraphError,
  type Page,
  type RelationKey,
  relationKey,
  type Topology,
  type TopologyColumn,
  type TopologyStore,
} from '@opsgraph/core'
import type { Access } from './access.js'
import { frozenCopy } from './frozen-copy.js'
import { type Cell, compareCreation, type ListColumns, listPage } from './list-page.js'
import type { Tables } from './tables.js'

export class MemoryTopologyStore implements TopologyStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  list(query: ListQuery<TopologyColumn, TopologyColumn>): Promise<Page<Topology>> {
    return this.#access(() => listPage(this.#tables.topology.rows(), query, COLUMNS))
  }

  read(id: string): Promise<Topology | undefined> {
    return this.#access(() => this.#tables.topology.get(id))
  }

  readByService(service: string): Promise<Topology | undefined> {
    return this.#access(() => this.#tables.topologyByService.findOne(service))
  }

  count(): Promise<number> {
    return this.#access(() => this.#tables.topology.size)
  }

  takenNodeIds(nodeIds: readonly string[], exceptId: string | null): Promise<ReadonlySet<string>> {
    return this.#access(() => new Set(nodeIds.filter((nodeId) => this.#isTaken(nodeId, exceptId))))
  }

  drawers(relations: readonly RelationKey[], exceptIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#access(() => {
      const excepted = new Set(exceptIds)
      const drawers = new Map<string, string>()
      for (const key of relations.map(relationKey)) {
        const drawing = this.#tables.topologyByDrawnRelation.find(key).filter(({ id }) => !excepted.has(id))
        const last = drawing.reduce<Topology | undefined>(savedLater, undefined)
        if (last !== undefined) drawers.set(key, last.id)
      }
      return drawers
    })
  }

  async save(topology: Topology): Promise<void> {
    const row = frozenCopy(topology)
    return this.#access(() => {
      const ofService = this.#tables.topologyByService.findOne(row.service)
      if (ofService !== undefined && ofService.id !== row.id) {
        throw new OpsgraphError('conflict', `the service ${row.service} already has a topology`)
      }
      const taken = row.nodes.find((node) => this.#isTaken(node.id, row.id))
      if (taken !== undefined) {
        throw new OpsgraphError('conflict', `the node id ${taken.id} is used by another topology`)
      }
      this.#tables.topology.put(row)
    })
  }

  delete(ids: readonly string[]): Promise<readonly string[]> {
    return this.#access(() => ids.filter((id) => this.#tables.topology.remove(id) !== undefined))
  }

  #isTaken(nodeId: string, exceptId: string | null): boolean {
    return this.#tables.topologyByNodeId.find(nodeId).some(({ id }) => id !== exceptId)
  }
}

const CELLS: Readonly<Record<TopologyColumn, (row: Topology) => Cell>> = {
  id: (row) => row.id,
  name: (row) => row.name,
  description: (row) => row.description,
  service: (row) => row.service,
  service_kpi: (row) => row.serviceKpi,
  orientation: (row) => row.orientation,
  schemaVersion: (row) => row.schemaVersion,
  createTime: (row) => row.createTime,
  updateTime: (row) => row.updateTime,
}

const COLUMNS: ListColumns<Topology, TopologyColumn, TopologyColumn> = {
  filter: CELLS,
  sort: CELLS,
  compare: compareCreation,
}

function savedLater(last: Topology | undefined, next: Topology): Topology {
  if (last === undefined) return next
  const order = compareNames(last.updateTime, next.updateTime) || compareNames(last.id, next.id)
  return order < 0 ? next : last
}
