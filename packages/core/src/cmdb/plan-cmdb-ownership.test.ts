import { describe, expect, it } from 'vitest'
import { SOURCE } from '../../test/arbitrary/cmdb.js'
import { check, importInto, isNodeOf, keyOf, planIn, statedBy } from '../../test/cmdb-scene.js'
import { apply, type World } from '../../test/cmdb-world.js'
import { type Relation, relationKey } from '../relation/relation.js'
import type { Edge, Node } from '../topology/graph.js'
import { claimsOfNode } from '../topology/node-claims.js'
import type { CmdbRecord } from './cmdb-record.js'
import type { CmdbImportPlan, TopologyPlan } from './plan-cmdb-import.js'

describe('planCmdbImport', () => {
  it('should in merge mode never remove a relation except to a parent that a record with parents lacks', () => {
    check(({ records, before }) => {
      const plan = planIn(before, records, 'merge')
      const after = apply(plan, before)
      const replaced = withdrawnBy(plan)
      const parents = new Map(records.map((record) => [keyOf(record), record.parents]))
      const gone = [...before.relations.values()].filter((relation) => !after.relations.has(relationKey(relation)))
      for (const relation of gone) {
        const stated = parents.get(keyOf(relation)) ?? []
        expect(stated).not.toEqual([])
        expect(stated).not.toContain(relation.parent)
        expect(replaced.has(relationKey(relation)) || relation.source === 'topology').toBe(true)
      }
    })
  })

  it('should in merge mode never remove a node, nor an edge except that of a replaced parent', () => {
    check(({ records, before }) => {
      const plan = planIn(before, records, 'merge')
      const replaced = withdrawnBy(plan)
      for (const topology of plan.topologies) {
        expect(topology.nodes.remove).toEqual([])
        for (const edge of goneEdges(topology)) expectReplaced(edge, topology, { replaced, records })
      }
    })
  })

  it('should in replace mode never change relations of another source or made by hand', () => {
    check(({ records, before }) => {
      const after = importInto(before, records, 'replace')
      const stated = statedBy(records)
      const others = [...before.relations.values()].filter(
        (relation) => !isOwn(relation) && relation.source !== 'topology' && !stated.has(relationKey(relation)),
      )
      for (const { updateTime, ...relation } of others) {
        expect(after.relations.get(relationKey(relation))).toMatchObject(relation)
      }
    })
  })

  it('should change only type and attributes of nodes of another source or drawn by hand', () => {
    check(({ records, mode, before }) => {
      const after = importInto(before, records, mode)
      for (const [service, { nodes }] of before.topologies) {
        const kept = nodesById(after, service)
        const inFile = records.filter(({ services }) => services.includes(service))
        for (const node of nodes.filter(({ params }) => params.cmdbSource !== SOURCE)) {
          const isStated =
            inFile.some((record) => isNodeOf(node, record)) ||
            claimsOfNode(node).some(({ source }) => source === SOURCE)
          expect(withoutRecord(kept.get(node.id), isStated)).toEqual(withoutRecord(node, isStated))
        }
      }
    })
  })

  it('should in replace mode keep nothing of its own that the file does not have', () => {
    check(({ records, before }) => {
      const after = importInto(before, records, 'replace')
      const stated = statedBy(records)
      const own = [...after.relations.values()].filter(isOwn)
      expect(own.filter((relation) => !stated.has(relationKey(relation)))).toEqual([])
      for (const { service, nodes, edges } of after.topologies.values()) {
        const inFile = records.filter(({ services }) => services.includes(service))
        const made = nodes.filter(({ params }) => params.cmdbSource === SOURCE)
        const resources = made.filter(({ kind }) => kind === 'resource')
        expect(resources.filter((node) => !inFile.some((record) => isNodeOf(node, record)))).toEqual([])
        const environments = made.filter(({ kind }) => kind === 'environment')
        const isEmpty = ({ id }: Node) => !edges.some(({ source }) => source === id)
        if (before.topologies.has(service))
          expect(environments.filter(isEmpty).filter(({ id }) => wasSeen(id, service, before))).toEqual([])
      }
    })
  })

  it('should let relations of a higher rank keep their source', () => {
    check(({ records, mode, before }) => {
      const after = importInto(before, records, mode)
      const stronger = [...before.relations.values()].filter(({ source }) => source === 'manual' || source === 'event')
      for (const { source, sourceRef, id, ...key } of stronger) {
        expect(after.relations.get(relationKey(key))).toMatchObject({ source, sourceRef, id })
      }
    })
  })

  it('should store the parents that each record states, and no other', () => {
    check(({ records, mode, before }) => {
      const after = importInto(before, records, mode)
      const own = [...after.relations.values()].filter(isOwn)
      for (const record of records.filter(({ parents }) => parents.length > 0)) {
        for (const key of statedBy([record])) expect(after.relations.has(key)).toBe(true)
        const parents = own.filter((relation) => keyOf(relation) === keyOf(record)).map(({ parent }) => parent)
        expect(parents.filter((parent) => !record.parents.includes(parent))).toEqual([])
      }
    })
  })
})

// Helpers

function isOwn({ source, sourceRef }: Relation): boolean {
  return source === 'cmdb' && sourceRef === SOURCE
}

/** The keys of the relations that a plan removes or replaces. */
function withdrawnBy({ relations: { update, remove } }: CmdbImportPlan): ReadonlySet<string> {
  return new Set([...update.flatMap(({ replaced }) => replaced), ...remove].map(relationKey))
}

function goneEdges({ edges }: TopologyPlan): readonly Edge[] {
  return [...edges.remove, ...edges.update.map(({ replaced }) => replaced)]
}

/**
 * Checks that the import had a reason to remove an edge. If the edge starts at an environment, this CMDB must have
 * created the node at its end. Otherwise, the edge must draw a relation that the file replaced.
 */
function expectReplaced(
  { source, target }: Edge,
  { stored }: TopologyPlan,
  { replaced, records }: { readonly replaced: ReadonlySet<string>; readonly records: readonly CmdbRecord[] },
): void {
  const [parentNode, childNode] = [source, target].map((id) => stored?.nodes.find((node) => node.id === id))
  const record = records.find((candidate) => childNode !== undefined && isNodeOf(childNode, candidate))
  expect(record?.parents).not.toEqual([])
  if (parentNode?.kind === 'environment') expect(childNode?.params.cmdbSource).toBe(SOURCE)
  else
    expect(replaced).toContain(
      relationKey({ environment: '', resource: '', ...record, parent: parentNode?.label ?? '' }),
    )
}

function nodesById({ topologies }: World, service: string): ReadonlyMap<string, Node> {
  return new Map(topologies.get(service)?.nodes.map((node) => [node.id, node]))
}

function wasSeen(id: string, service: string, { topologies }: World): boolean {
  return topologies.get(service)?.nodes.some((node) => node.id === id) ?? false
}

/** Returns the node without claims. If this CMDB states the node, the params that it may change are left out. */
function withoutRecord(node: Node | undefined, isStated: boolean) {
  const { type, attributes, ...params } = node?.params ?? {}
  return { ...node, claims: undefined, params: isStated ? params : node?.params }
}
