import type { ListFilter, Topology } from '@opsgraph/core'
import {
  byPrecedence,
  compareCreation,
  OpsgraphError,
  resourceKey,
  type TopologyHeading,
  type TopologyStore,
} from '@opsgraph/core/store'
import { forEachInSteps, type Steps, type TableAccess } from './access.js'
import { filterRows, type ListColumns, listPage } from './list-page.js'
import { frozenCopy, latestTime } from './table.js'
import type { Tables } from './tables.js'

export function topologyStore(tables: Tables, access: TableAccess): TopologyStore {
  return { ...readMethods(tables, access), ...writeMethods(tables, access) }
}

function readMethods({ topology, ...indexes }: Tables, access: TableAccess) {
  const ofService = (service: string): Topology | undefined =>
    indexes.topologyByService.find(service).toSorted(byPrecedence)[0]
  return {
    list: (query) => access.inSteps(() => listPage(topology.rows(), query, TOPOLOGY_COLUMNS)),
    summaries: (query) =>
      access.inSteps(function* () {
        const { items, total } = yield* listPage(topology.rows(), query, TOPOLOGY_COLUMNS)
        return { items: items.map(({ nodes, edges, ...summary }) => summary), total }
      }),
    headings: (filters) => access(() => filterRows(topology.rows(), filters, TOPOLOGY_COLUMNS).map(toHeading)),
    read: (id) => access(() => topology.get(id)),
    find: (ids) => access(() => topology.getAll(ids)),
    readByService: (service) => access(() => ofService(service)),
    readByServices: (services) => access(() => [...new Set(services)].flatMap((service) => ofService(service) ?? [])),
    servicesHoldingNodesOf: (cmdbSource) =>
      access(() => [...new Set(indexes.topologyByCmdbSource.find(cmdbSource).map(({ service }) => service))]),
    idsDrawing: (resources) =>
      access(() => {
        const drawing = resources.flatMap((resource) => indexes.topologyByResource.find(resourceKey(resource)))
        return [...new Set(drawing.map(({ id }) => id))]
      }),
    count: () => access(() => topology.size),
    lastUpdateTime: () => access(() => latestTime(topology.rows(), ({ updateTime }) => updateTime)),
    takenNodeIds: (nodeIds, exceptId) => {
      const isTaken = (nodeId: string) => indexes.topologyByNodeId.find(nodeId).some(({ id }) => id !== exceptId)
      return access(() => new Set(nodeIds.filter(isTaken)))
    },
  } satisfies Partial<TopologyStore>
}

/** The calls that write topologies. Each step copies or writes one topology, which takes up to 30 milliseconds. */
function writeMethods(tables: Tables, access: TableAccess) {
  const { topology, topologyTree } = tables
  return {
    save: (topologies) =>
      access.inSteps(function* () {
        const rows: Topology[] = []
        yield* forEachInSteps(topologies, 1, (sent) => void rows.push(frozenCopy(sent)))
        requireServices(tables, rows)
        yield* requireNodeIds(tables, rows)
        yield* forEachInSteps(rows, 1, (row) => topology.put(row))
      }),
    keepTrees: (trees) =>
      access(() => {
        for (const { topologyId, tree } of trees) topologyTree.put(Object.freeze({ id: topologyId, tree }))
      }),
    delete: (ids) =>
      access.inSteps(function* () {
        const deleted: string[] = []
        yield* forEachInSteps(ids, 1, (id) => {
          topologyTree.remove(id)
          if (topology.remove(id) !== undefined) deleted.push(id)
        })
        return deleted
      }),
  } satisfies Partial<TopologyStore>
}

function requireServices({ topologyByService }: Tables, rows: readonly Topology[]): void {
  const owners = new Map<string, string>()
  for (const { id, service, schemaVersion } of rows) {
    if (schemaVersion === 1) continue
    const stored = topologyByService.find(service).find((row) => row.schemaVersion === 2)
    const owner = owners.get(service) ?? stored?.id ?? id
    if (owner !== id) throw new OpsgraphError('conflict', `the service ${service} already has a topology`)
    owners.set(service, id)
  }
}

/**
 * Refuses node ids that other topologies use. If one call saves several topologies, a node id may move from one to
 * another.
 */
function* requireNodeIds({ topologyByNodeId }: Tables, rows: readonly Topology[]): Steps<void> {
  const replaced = new Set(rows.map(({ id }) => id))
  const owners = new Map<string, string>()
  for (const row of rows) {
    for (const node of row.nodes) {
      const stored = topologyByNodeId.find(node.id).find(({ id }) => !replaced.has(id))
      const owner = owners.get(node.id) ?? stored?.id ?? row.id
      if (owner !== row.id) throw new OpsgraphError('conflict', `another topology uses the node id ${node.id}`)
      owners.set(node.id, row.id)
    }
    yield
  }
}

const FILTER_CELLS = { service_kpi: (row: Topology) => row.serviceKpi }

const TOPOLOGY_COLUMNS: ListColumns<Topology, ListFilter<'topologies'>, ListFilter<'topologies'>> = {
  filter: FILTER_CELLS,
  sort: FILTER_CELLS,
  compare: compareCreation,
}

function toHeading({ id, name, service, schemaVersion, createTime, updateTime }: Topology): TopologyHeading {
  return { id, name, service, schemaVersion, createTime, updateTime }
}
