import { describe, expect, it } from 'vitest'
import { SOURCE } from '../../test/arbitrary/cmdb.js'
import { check, planIn } from '../../test/cmdb-scene.js'
import { apply, stateOf, type World } from '../../test/cmdb-world.js'
import type { Change, EdgeChange, NodeChange, NodeName, RelationChange } from '../change/change.js'
import { listChanges } from '../change/list-changes.js'
import { counters } from '../change-set.js'
import { relationKey } from '../relation/relation.js'
import type { Topology } from '../topology/topology.js'
import { cmdbChanges } from './cmdb-changes.js'
import { type CmdbImportPlan, planCmdbImport } from './plan-cmdb-import.js'

describe('cmdbChanges', () => {
  it('should list as many changes of each kind and action as the counters say', () => {
    check(({ records, mode, before }) => {
      const plan = planIn(before, records, mode)
      const { changes, changesTotal } = listed(plan)
      for (const { service, stored, nodes, edges } of plan.topologies) {
        const ofService = changes.filter((change) => 'service' in change && change.service === service)
        expect(countersOf(ofService, 'node')).toEqual({ ...counters(nodes), unchanged: 0 })
        expect(countersOf(ofService, 'edge')).toEqual({ ...counters(edges), unchanged: 0 })
        expect(countersOf(ofService, 'topology').create).toBe(stored === undefined ? 1 : 0)
      }
      expect(countersOf(changes, 'relation')).toEqual({ ...counters(plan.relations), unchanged: 0 })
      expect(countersOf(changes, 'catalogService')).toEqual({ ...counters(plan.catalogServices), unchanged: 0 })
      expect(changesTotal).toBe(changes.length)
    })
  })

  it('should name exactly the nodes and edges that differ afterwards', () => {
    check(({ records, mode, before }) => {
      const plan = planIn(before, records, mode)
      const after = apply(plan, before)
      const { changes } = listed(plan)
      for (const { service } of plan.topologies) {
        const [was, is] = [before, after].map((world) => contentOf(world.topologies.get(service))) as [
          TopologyContent,
          TopologyContent,
        ]
        expectToLead(
          was,
          is,
          changes.filter((change) => 'service' in change && change.service === service),
        )
      }
    })
  })

  it('should name the relations of its source that are added and removed', () => {
    check(({ records, mode, before }) => {
      const plan = planIn(before, records, mode)
      const world = apply(plan, before)
      const relations = listed(plan).changes.filter(({ kind }) => kind === 'relation') as readonly RelationChange[]
      const gone = new Set(relations.flatMap(goneKeys))
      const stated = relations.flatMap((change) => (change.action === 'remove' ? [] : relationKey(change)))
      const [was, is] = [ownRelations(before, plan), ownRelations(world, plan)]
      expect([...gone].filter((key) => !was.includes(key))).toEqual([])
      expect(is).toEqual(expect.arrayContaining(was.filter((key) => !gone.has(key))))
      expect(is.filter((key) => gone.has(key) || !(was.includes(key) || stated.includes(key)))).toEqual([])
      expect([...world.relations.keys()]).toEqual(expect.arrayContaining(stated))
    })
  })

  it('should list the same for any order in which a store returns relations', () => {
    check(({ records, mode, before }) => {
      const options = { mode, source: SOURCE }
      const state = stateOf(before, records, options)
      const [one, other] = [state.relations, state.relations.toReversed()].map((relations) =>
        listed(planCmdbImport({ ...state, relations }, records, options)),
      )
      expect(one).toEqual(other)
    })
  })

  it('should name fields for updates only', () => {
    check(({ records, mode, before }) => {
      for (const { action, fields } of listed(planIn(before, records, mode)).changes) {
        expect(fields?.length ?? 0)[action === 'update' ? 'toBeGreaterThan' : 'toBe'](0)
      }
    })
  })
})

// Helpers

function listed(plan: CmdbImportPlan) {
  return listChanges(cmdbChanges(plan), Number.POSITIVE_INFINITY)
}

function countersOf(changes: readonly Change[], kind: Change['kind']) {
  const sum = { create: 0, update: 0, remove: 0, unchanged: 0 }
  for (const change of changes) if (change.kind === kind) sum[change.action]++
  return sum
}

/**
 * The content of a topology, with names instead of ids: the nodes with their params, and the pairs of nodes that edges
 * connect.
 */
interface TopologyContent {
  readonly nodes: ReadonlyMap<string, string>
  readonly edges: ReadonlySet<string>
}

function contentOf({ nodes, edges }: Pick<Topology, 'nodes' | 'edges'> = { nodes: [], edges: [] }): TopologyContent {
  const names = new Map(nodes.map((node) => [node.id, textOf(node)]))
  return {
    nodes: new Map(nodes.map((node) => [textOf(node), JSON.stringify(node.params)])),
    edges: new Set(edges.map(({ source, target }) => `${names.get(source)} > ${names.get(target)}`)),
  }
}

/** Checks that applying the listed changes to `from` gives `to`. */
function expectToLead(from: TopologyContent, to: TopologyContent, changes: readonly Change[]): void {
  const nodes = new Map(from.nodes)
  const edges = new Set(from.edges)
  for (const change of changes) {
    if (change.kind === 'node') changeNode(nodes, change, to)
    if (change.kind === 'edge') changeEdge(edges, change)
  }
  expect(new Map([...nodes].sort())).toEqual(new Map([...to.nodes].sort()))
  expect([...edges].sort()).toEqual([...to.edges].sort())
}

function changeNode(nodes: Map<string, string>, { action, node }: NodeChange, to: TopologyContent): void {
  const name = textOf(node)
  expect(nodes.has(name)).toBe(action !== 'create')
  if (action === 'update') expect(to.nodes.get(name)).not.toBe(nodes.get(name))
  if (action === 'remove') nodes.delete(name)
  else nodes.set(name, to.nodes.get(name) ?? 'is missing')
}

function changeEdge(edges: Set<string>, { action, parentNode, childNode, formerParentNode }: EdgeChange): void {
  const pairWith = (parent: NodeName) => `${textOf(parent)} > ${textOf(childNode)}`
  expect(formerParentNode !== undefined).toBe(action === 'update')
  if (formerParentNode !== undefined) expect(edges.delete(pairWith(formerParentNode))).toBe(true)
  expect(edges.delete(pairWith(parentNode))).toBe(action === 'remove')
  if (action !== 'remove') edges.add(pairWith(parentNode))
}

/** The keys of the relations that a change removes or replaces. */
function goneKeys(change: RelationChange): readonly string[] {
  if (change.action === 'remove') return [relationKey(change)]
  return (change.formerParents ?? []).map((parent) => relationKey({ ...change, parent }))
}

function textOf({ kind, environment, label }: NodeName): string {
  return `${kind} ${environment} ${label}`
}

/** The keys of the stored relations whose sourceRef is the plan's source. */
function ownRelations({ relations }: World, { options }: CmdbImportPlan): readonly string[] {
  const own = [...relations.values()].filter(
    ({ source, sourceRef }) => source === 'cmdb' && sourceRef === options.source,
  )
  return own.map(relationKey)
}
