import fc from 'fast-check'
import type { JsonObject } from '../../src/json-value.js'
import { type Relation, relationKey } from '../../src/relation/relation.js'
import { deriveGraph } from '../../src/topology/derive-graph.js'
import type { Edge, GraphInput } from '../../src/topology/graph.js'
import { indexGraph } from '../../src/topology/graph-index.js'
import type { Topology } from '../../src/topology/topology.js'
import { emptyWorld, saveTopology, type World } from '../cmdb-world.js'
import { edge, node } from './graph.js'

/** A record as a caller sends it. */
export interface SentRecord {
  readonly resource: string
  readonly environment: string
  readonly parent: string
  readonly parents: readonly string[]
  readonly services: readonly string[]
  readonly type: string
  readonly attributes: Readonly<Record<string, string>>
}

export const SOURCE = 'cmdb'
const RESOURCES = 7
const SERVICES = ['s0', 's1', 's2', 's3'] as const

/**
 * The records of a valid file, in any order. There are few names, so that a file often names stored resources. Each
 * name contains a number, such as `r5`. A parent has a lower number than its child, also in {@link world}, so that
 * there are no cycles.
 */
export function sentRecords(): fc.Arbitrary<readonly SentRecord[]> {
  const record = fc
    .record({
      number: fc.nat(RESOURCES),
      environment: fc.constantFrom('', 'A', 'B'),
      parent: fc.option(fc.nat(RESOURCES)),
      parents: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(RESOURCES), { maxLength: 3 })),
      services: fc.subarray(SERVICES.slice(0, 3)),
      type: fc.constantFrom('', 'vm', 'host'),
      attributes: attributes(),
    })
    .map(
      ({ number, parent, parents, ...rest }): SentRecord => ({
        resource: named(number),
        parent: above(number, parent),
        parents: parents.map((other) => above(number, other)),
        ...rest,
      }),
    )
  return fc.uniqueArray(record, {
    selector: ({ environment, resource }) => `${environment}/${resource}`,
    maxLength: 12,
  })
}

/** A state before an import: topologies with nodes of users and of two CMDB sources, and relations of all sources. */
export function world(): fc.Arbitrary<World> {
  return fc
    .record({
      drawings: fc.subarray(SERVICES.slice()).chain((services) => fc.tuple(...services.map(drawing))),
      facts: relations(),
    })
    .map(({ drawings, facts }) => {
      const made = emptyWorld()
      for (const relation of facts) made.relations.set(relationKey(relation), relation)
      for (const topology of drawings) saveTopology(made, topology)
      return made
    })
}

/** Attributes with unusual keys and values, such as texts with quotation marks or line breaks. */
function attributes(): fc.Arbitrary<Readonly<Record<string, string>>> {
  const key = fc.constantFrom('owner', 'os', '__proto__', 'a,b', 'constructor')
  const value = fc.constantFrom('x', 'y', 'a;b', 'says "no"', 'two\nlines', '1.0', 'true', '\u{1F525}')
  return fc
    .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries))
}

function relations(): fc.Arbitrary<readonly Relation[]> {
  const relation = fc
    .record({
      number: fc.nat(RESOURCES),
      parent: fc.nat(RESOURCES),
      environment: fc.constantFrom('', 'A', 'B'),
      source: fc.constantFrom('manual' as const, 'event' as const, 'cmdb' as const, 'policy' as const),
      sourceRef: fc.constantFrom(null, SOURCE, 'other'),
      id: fc.uuid(),
    })
    .map(({ number, parent, ...rest }): Relation => {
      const time = '2026-01-01T00:00:00.000Z'
      return { ...rest, resource: named(number), parent: above(number, parent), createTime: time, updateTime: time }
    })
    .map((fact) => (fact.source === 'cmdb' && fact.sourceRef === null ? { ...fact, sourceRef: SOURCE } : fact))
  return fc.uniqueArray(relation, { selector: relationKey, maxLength: 12 })
}

function drawing(service: string): fc.Arbitrary<Topology> {
  const resource = fc.record({
    number: fc.nat(RESOURCES),
    parents: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
    params: params(),
  })
  const environment = fc.record({
    label: fc.constantFrom('', 'A', 'B'),
    resources: fc.uniqueArray(resource, { selector: ({ number }) => number, maxLength: 5 }),
    params: params(),
  })
  return fc
    .uniqueArray(environment, { selector: ({ label }) => label, maxLength: 3 })
    .map((environments) => drawn(service, draw(service, environments)))
}

interface DrawnEnvironment {
  readonly label: string
  readonly params: JsonObject
  readonly resources: readonly {
    readonly number: number
    readonly parents: readonly number[]
    readonly params: JsonObject
  }[]
}

function draw(service: string, environments: readonly DrawnEnvironment[]): GraphInput {
  const nodes = [node(`${service}-s`, 'service', service)]
  const edges: Edge[] = []
  for (const { label, resources, params: made } of environments) {
    const ids = [`${service}-${label}`]
    nodes.push({ ...node(`${ids[0]}`, 'environment', label), params: made, icon: 'cloud', position: { x: 5, y: 7 } })
    edges.push(edge(`${service}-s`, `${ids[0]}`))
    for (const resource of resources.toSorted((left, right) => left.number - right.number)) {
      const id = `${ids[0]}-r${resource.number}`
      const position = { x: 9, y: ids.length }
      nodes.push({ ...node(id, 'resource', named(resource.number)), params: resource.params, icon: 'box', position })
      const above = new Set(resource.parents.map((pick) => ids[pick % ids.length] ?? ''))
      for (const parent of above) edges.push(edge(parent, id))
      ids.push(id)
    }
  }
  return { nodes, edges }
}

function params(): fc.Arbitrary<JsonObject> {
  return fc.constantFrom<JsonObject[]>(
    {},
    { cmdbSource: SOURCE, attributes: {} },
    { cmdbSource: 'other', type: 'vm' },
    { note: 'by hand' },
  )
}

export function drawn(service: string, graph: GraphInput): Topology {
  const time = '2026-01-01T00:00:00.000Z'
  return {
    ...{ id: `topology-${service}`, name: service, description: '', service, serviceKpi: null, orientation: 'TB' },
    ...{ schemaVersion: 2, createTime: time, updateTime: time },
    ...deriveGraph(indexGraph(graph)),
  }
}

function named(number: number): string {
  return `r${number}`
}

/** The name of the parent of resource `number`. The parent of resource 0 has no record of its own. */
function above(number: number, parent: number | null): string {
  if (parent === null) return ''
  return number === 0 ? `x${parent}` : named(parent % number)
}
