import { cmdbReport } from '../src/cmdb/cmdb-report.js'
import { planCmdbImport } from '../src/cmdb/plan-cmdb-import.js'
import { type Relation, relationKey } from '../src/relation/relation.js'
import type { DrawnNode } from '../src/topology/graph.js'
import { drawn } from './arbitrary/cmdb.js'
import { edge, node } from './arbitrary/graph.js'
import { apply, emptyWorld, saveTopology, stateOf, type World } from './cmdb-world.js'
import { readRecords } from './read-records.js'

export const HOST = {
  resource: 'host',
  environment: 'E',
  services: ['shop'],
  type: 'server',
  attributes: { rack: '7' },
}
export const DISK = { resource: 'disk', environment: 'E', parent: 'host', services: ['shop'] }
export const MERGE = { mode: 'merge', source: 'cmdb' } as const
export const REPLACE = { mode: 'replace', source: 'cmdb' } as const

export function planIn(world: World, records: CmdbRecords, options: typeof MERGE | typeof REPLACE = MERGE) {
  return planCmdbImport(stateOf(world, records, options), records, options)
}

export type CmdbRecords = ReturnType<typeof readRecords>['records']

export function reportOf(world: World, sent: readonly unknown[]) {
  const { records, warnings } = readRecords(sent, '')
  return cmdbReport(planIn(world, records), { warnings })
}

export function imported(world: World, sent: readonly unknown[]): World {
  return apply(planIn(world, readRecords(sent, '').records), world)
}

/** The edges of the topology of the service `shop`, each as `label of the source > label of the target`. */
export function edgesOf({ topologies }: World): readonly string[] {
  const { nodes = [], edges = [] } = topologies.get('shop') ?? {}
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`).sort()
}

export function resource(id: string, label: string): DrawnNode {
  return node(id, 'resource', label)
}

/**
 * A world (all stored data of a test) with a topology of the service `shop`. The topology has a service node, the
 * environment E, and the given nodes and edges.
 */
export function shopOf(nodes: readonly DrawnNode[], edges: ReturnType<typeof edge>[], params = {}): World {
  const world = emptyWorld()
  const above = [node('s', 'service', 'shop'), { ...node('e', 'environment', 'E'), params }]
  saveTopology(world, drawn('shop', { nodes: [...above, ...nodes], edges: [edge('s', 'e'), ...edges] }))
  return world
}

export function relationOf(fields: Pick<Relation, 'source' | 'sourceRef' | 'parent'>): Relation {
  const time = '2026-01-01T00:00:00.000Z'
  return { id: 'stored', environment: 'E', resource: 'disk', createTime: time, updateTime: time, ...fields }
}

export function withRelation(fields: Pick<Relation, 'source' | 'sourceRef' | 'parent'>): World {
  const world = emptyWorld()
  const relation = relationOf(fields)
  world.relations.set(relationKey(relation), relation)
  return world
}
