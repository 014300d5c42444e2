import { describe, expect, it } from 'vitest'
import type { SentRecord } from '../../test/arbitrary/cmdb.js'
import { check, importInto, isNodeOf, planIn, read } from '../../test/cmdb-scene.js'
import { apply, emptyWorld, type World } from '../../test/cmdb-world.js'
import { type ChangeSet, counters } from '../change-set.js'
import { relationKey } from '../relation/relation.js'
import { withoutPauses } from '../steps.js'
import { deriveGraph } from '../topology/derive-graph.js'
import type { Node } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import type { Topology } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import type { CmdbRecord } from './cmdb-record.js'
import { cmdbReport } from './cmdb-report.js'
import { readCsvRecords } from './read-csv-records.js'

describe('planCmdbImport', () => {
  it('should find everything unchanged once its plan is applied', () => {
    check(({ records, mode, before }) => {
      const after = importInto(before, records, mode)
      const again = planIn(after, records, mode)
      const { relations, topologies, catalogServices } = cmdbReport(again, [])
      const sets = [relations, ...topologies.flatMap(({ nodes, edges }) => [nodes, edges])]
      for (const set of sets) expect(set).toEqual({ create: 0, update: 0, remove: 0, unchanged: set.unchanged })
      expect(catalogServices.create).toBe(0)
      expect(again.topologies.every(({ stored }) => stored !== undefined)).toBe(true)
    })
  })

  it('should leave every changed topology valid, with as many nodes and edges as the counters say', () => {
    check(({ records, mode, before }) => {
      const plan = planIn(before, records, mode)
      expect(plan.issues).toEqual([])
      const after = apply(plan, before)
      for (const { service, ...changes } of plan.topologies) {
        const { nodes, edges } = after.topologies.get(service) as Topology
        const index = indexGraph({ nodes, edges })
        expect(validateGraph(index)).toEqual([])
        expect(deriveGraph(index)).toEqual({ nodes, edges })
        expect([sizeAfter(changes.nodes), sizeAfter(changes.edges)]).toEqual([nodes.length, edges.length])
      }
    })
  })

  it('should draw one node per record and service, below its parent where that is a node, never below nothing', () => {
    check(({ records, mode, before }) => {
      const after = importInto(before, records, mode)
      for (const record of records) {
        for (const service of record.services) {
          const { nodes } = after.topologies.get(service) as Topology
          expect(nodes.filter((node) => isNodeOf(node, record))).toHaveLength(1)
          const parents = nodes.filter((node) =>
            record.parents.some((parent) => isNodeOf(node, { ...record, resource: parent })),
          )
          const drawn = parentsIn(after, service, record)
          expect(drawn.length).toBeGreaterThan(0)
          expect(drawn).toEqual(expect.arrayContaining(parents))
        }
      }
    })
  })

  it('should move no stored node', () => {
    check(({ records, mode, before }) => {
      const plan = planIn(before, records, mode)
      const after = apply(plan, before)
      for (const { stored, service } of plan.topologies) {
        const positions = new Map(after.topologies.get(service)?.nodes.map(({ id, position }) => [id, position]))
        const removed = new Set(plan.topologies.flatMap(({ nodes }) => nodes.remove.map(({ id }) => id)))
        const kept = (stored?.nodes ?? []).filter(({ id }) => !removed.has(id))
        for (const { id, position } of kept) expect(positions.get(id)).toEqual(position)
      }
    })
  })

  it('should place no two new nodes on top of each other', () => {
    check(({ records, mode }) => {
      for (const { nodes } of importInto(emptyWorld(), records, mode).topologies.values()) {
        expect(new Set(nodes.map(({ position }) => JSON.stringify(position))).size).toBe(nodes.length)
      }
    })
  })

  it('should give the same state for any order of the records', () => {
    check(({ sent, shuffled, mode, before }) => {
      const [one, other] = [sent, shuffled].map((list) => importInto(before, read(list), mode))
      expect(named(one)).toEqual(named(other))
      expect(one?.topologies).toEqual(other?.topologies)
    })
  })

  it('should plan the same from CSV and from JSON', () => {
    check(({ sent, mode, before }) => {
      const keys = keysOf(sent)
      const blanks = Object.fromEntries(keys.map((key) => [key, '']))
      // A CSV file has a cell for each key. In JSON, a missing key differs from a blank value.
      const records = read(sent.map((record) => ({ ...record, attributes: withBlanks(blanks, record.attributes) })))
      const csv = withoutPauses(readCsvRecords(toCsv(sent), ''))
      expect(csv.records.map(withoutKeys)).toEqual(records.map(withoutKeys))
      const [one, other] = [csv.records, records].map((list) => importInto(before, list, mode))
      expect(one).toEqual(other)
    })
  })
})

// Helpers

type Attributes = SentRecord['attributes']

function sizeAfter(changes: ChangeSet<unknown>): number {
  const { create, update, unchanged } = counters(changes)
  return create + update + unchanged
}

function parentsIn({ topologies }: World, service: string, record: CmdbRecord): readonly (Node | undefined)[] {
  const { nodes = [], edges = [] } = topologies.get(service) ?? {}
  const id = nodes.find((node) => isNodeOf(node, record))?.id
  return edges.filter(({ target }) => target === id).map(({ source }) => nodes.find((node) => node.id === source))
}

/** The stored data in `state`, with names instead of ids, and without times and positions. */
function named(state: World | undefined) {
  const relations = [...(state?.relations.values() ?? [])].map(
    ({ source, sourceRef, ...key }) => `${relationKey(key)} ${source} ${source === 'topology' ? '' : sourceRef}`,
  )
  const topologies = [...(state?.topologies.values() ?? [])].map(({ service, nodes, edges }) => {
    const names = new Map(nodes.map(({ id, kind, environment, label }) => [id, `${kind} ${environment} ${label}`]))
    return {
      service,
      nodes: nodes
        .map(({ id, params, icon }) => `${names.get(id)} ${icon} ${JSON.stringify(sortedKeys(params))}`)
        .sort(),
      edges: edges.map(({ source, target }) => `${names.get(source)} > ${names.get(target)}`).sort(),
    }
  })
  return { relations: relations.sort(), catalog: [...(state?.catalog ?? [])].sort(), topologies }
}

function sortedKeys(params: Node['params']) {
  return Object.entries(params).sort(([left], [right]) => (left < right ? -1 : 1))
}

function withBlanks(blanks: Attributes, attributes: Attributes): Attributes {
  return Object.fromEntries([...Object.entries(blanks), ...Object.entries(attributes)])
}

function withoutKeys({ blankKeys: _, ...record }: CmdbRecord) {
  return record
}

function keysOf(sent: readonly SentRecord[]): readonly string[] {
  return [...new Set(sent.flatMap(({ attributes }) => Object.keys(attributes)))]
}

function toCsv(sent: readonly SentRecord[]): string {
  const keys = keysOf(sent)
  const rows = sent.map(({ resource, environment, parent, parents, services, type, attributes }) => {
    const values = keys.map((key) => (Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''))
    return [resource, environment, parent, parents.join('|'), services.join('|'), type, ...values]
  })
  const header = [
    'resource',
    'environment',
    'parent',
    'parents',
    'services',
    'type',
    ...keys.map((key) => `attr.${key}`),
  ]
  return [header, ...rows].map((cells) => cells.map(quoted).join(';')).join('\r\n')
}

function quoted(cell: string): string {
  return /[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
