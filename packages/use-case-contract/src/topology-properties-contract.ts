import type { Opsgraph, Topology } from '@opsgraph/core'
import { indexGraph, validateGraph } from '@opsgraph/core/pure'
import { inRankOrder } from '@opsgraph/core/store'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import type { SentGraph } from './shop.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'
import { sentGraph } from './transfer-arbitrary.js'

const SERVICES = ['shop', 'bank', 'mail'] as const
const ENVIRONMENTS = ['Production', 'Staging', ''] as const
const RESOURCES = ['web', 'db', 'cache', 'queue', 'vm', 'rack'] as const

/**
 * Tests properties of topologies, for any graphs, saved in any order (rules.md#topologies; rules.md#relation-sync;
 * rules.md#assignments).
 */
export function topologyPropertiesContract(harness: StoreHarness): void {
  it('should keep every valid graph valid and unchanged, however often it is saved and read', async () => {
    const property = fc.asyncProperty(sentGraph(), async (graph) => {
      const { opsgraph } = await setStage(harness)
      const created = await opsgraph.createTopology(admin, shopBody('', graph))
      const read = await opsgraph.readTopologyBy(admin, 'id', created.id)
      expect(read).toEqual(created)
      expect(read).toMatchObject(graph)
      expect(validateGraph(indexGraph(read))).toEqual([])
      const saved = await opsgraph.saveTopology(admin, { id: read.id, body: read })
      expect({ ...saved, updateTime: '' }).toEqual({ ...read, updateTime: '' })
      expect(await opsgraph.readTopologyBy(admin, 'id', read.id)).toEqual(saved)
    })
    await fc.assert(property, propertyRuns(harness, 20))
  })

  it('should leave each relation to a stronger source, else to the topology saved last that draws it', async () => {
    const property = fc.asyncProperty(fc.array(statement()), fc.array(step()), async (stated, steps) => {
      const { opsgraph, peek } = await setStage(harness)
      for (const relation of stated) await opsgraph.putRelation(admin, relation)
      const topologies = await applySteps(opsgraph, steps)
      const owners = new Map<string, string | null>(
        [...topologies.values()].flatMap((each) => drawnBy(each).map((name) => [name, each.id])),
      )
      for (const relation of stated) owners.set(nameOf(relation), null)
      const rows = await peek('relation')
      expect(new Map(rows.map((row) => [nameOf(row), row.sourceRef]))).toEqual(owners)
      expect(rows).toHaveLength(owners.size)
    })
    await fc.assert(property, propertyRuns(harness, 20))
  })

  it('should assign each alert to exactly one node: the first one that a simple traversal finds', async () => {
    const property = fc.asyncProperty(sentGraph(), fc.array(statement()), fc.array(alert()), async (graph, ...sent) => {
      const { opsgraph } = await setStage(harness)
      const { id, nodes } = await opsgraph.createTopology(admin, shopBody('', graph))
      for (const relation of sent[0]) await opsgraph.putRelation(admin, relation)
      for (const each of sent[1]) await receiveAlert(opsgraph, admin, each)
      const parents = await parentsIn(opsgraph)
      const { alerts, assignments, unassigned } = await opsgraph.readAssignments(admin, { id })
      const placed = [...assignments].flatMap(([nodeId, ids]) => ids.map((each) => [each, nodeId] as const))
      expect([...placed.map(([each]) => each), ...unassigned].toSorted()).toEqual(
        alerts.map((each) => each.id).toSorted(),
      )
      const found = new Map(placed)
      for (const each of alerts) expect(found.get(each.id)).toBe(naivePlace(each, nodes, parents))
    })
    await fc.assert(property, propertyRuns(harness, 20))
  })
}

// Helpers

type Place = Pick<Topology['nodes'][number], 'id' | 'kind' | 'environment' | 'resource'>
type Parents = (environment: string, resource: string) => readonly string[]

interface Step {
  readonly service: (typeof SERVICES)[number]
  /** The graph to save; `undefined` = the topology is deleted. */
  readonly graph: SentGraph | undefined
}

function step(): fc.Arbitrary<Step> {
  return fc.record({ service: fc.constantFrom(...SERVICES), graph: fc.option(sentGraph(), { nil: undefined }) })
}

/** Generates a relation without a sourceRef. Its source is stronger than `topology` (rules.md#relation-ranking-1). */
function statement() {
  return fc
    .record({
      environment: fc.constantFrom(...ENVIRONMENTS),
      resource: fc.constantFrom(...RESOURCES),
      parent: fc.constantFrom(...RESOURCES),
      source: fc.constantFrom('manual', 'event', 'cmdb'),
    })
    .filter(({ resource, parent }) => resource !== parent)
}

function alert() {
  return fc.record({
    environment: fc.constantFrom('Production', 'Staging', 'Test'),
    resource: fc.constantFrom(...RESOURCES),
    event: fc.constantFrom('Down', 'Slow'),
    severity: fc.constantFrom('major', 'normal'),
    service: fc.constantFrom(['shop'], ['shop', 'bank'], ['bank']),
    resourceParent: fc.option(fc.constantFrom(...RESOURCES)),
  })
}

/**
 * Saves and deletes topologies.
 *
 * @returns the remaining topologies by service, in the order in which they were last saved
 */
async function applySteps(opsgraph: Opsgraph, steps: readonly Step[]): Promise<ReadonlyMap<string, Topology>> {
  const topologies = new Map<string, Topology>()
  for (const { service, graph } of steps) {
    const known = topologies.get(service)
    topologies.delete(service)
    if (graph !== undefined) {
      const body = withOwnIds(service, graph)
      const saved =
        known === undefined
          ? await opsgraph.createTopology(admin, shopBody('', { service, ...body }))
          : await opsgraph.saveTopology(admin, { id: known.id, body })
      topologies.set(service, saved)
    } else if (known !== undefined) await opsgraph.deleteTopology(admin, known.id)
  }
  return topologies
}

function withOwnIds(service: string, { nodes, edges }: SentGraph): SentGraph {
  const own = (id: string) => `${service} ${id}`
  return {
    nodes: nodes.map((node) => ({ ...node, id: own(node.id) })),
    edges: edges.map((edge) => ({ ...edge, source: own(edge.source), target: own(edge.target) })),
  }
}

function drawnBy({ nodes, edges }: Topology): readonly string[] {
  return edges.flatMap(({ source, target }) => {
    const [above, below] = [source, target].map((end) => nodes.find(({ id }) => id === end))
    if (above?.kind !== 'resource' || below?.kind !== 'resource') return []
    return [nameOf({ environment: below.environment ?? '', resource: below.label, parent: above.label })]
  })
}

function nameOf(relation: { environment: string; resource: string; parent: string }): string {
  return JSON.stringify([relation.environment, relation.resource, relation.parent])
}

async function parentsIn(opsgraph: Opsgraph): Promise<Parents> {
  const { items } = await opsgraph.listRelations(admin, { pageSize: 1000 })
  return (environment, resource) => {
    const of = items.filter((each) => each.environment === environment && each.resource === resource)
    return inRankOrder(of, 'parent').map(({ parent }) => parent)
  }
}

/**
 * Finds the node for an alert as rules.md#assignments describes it: the node of its resource; otherwise the node of the
 * first ancestor that has one; otherwise the environment node.
 */
function naivePlace(
  alerted: { environment: string; resource: string; resourceParent: string | null },
  nodes: readonly Place[],
  parentsOf: Parents,
): string | undefined {
  const { environment, resource, resourceParent } = alerted
  const inside = nodes.filter((node) => node.environment === environment)
  const stated = resourceParent === null ? [] : [resourceParent]
  const walked = [resource]
  for (const [at, name] of walked.entries()) {
    const node = inside.find((each) => each.resource === name)
    if (node !== undefined) return node.id
    const parents = [...(at === 0 ? stated : []), ...parentsOf(environment, name)]
    walked.push(...new Set(parents.filter((parent) => !walked.includes(parent))))
  }
  return inside.find(({ kind }) => kind === 'environment')?.id
}
