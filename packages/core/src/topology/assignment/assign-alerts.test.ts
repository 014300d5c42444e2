import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { edge, node } from '../../../test/arbitrary/graph.js'
import { parentsByResource, type RankedParents, takeWalk } from '../../../test/arbitrary/relation.js'
import type { Alert } from '../../alert/alert.js'
import { readAlert } from '../../alert/read-alert.js'
import { createAlert } from '../../alert/stored-alert.js'
import { deriveGraph } from '../derive-graph.js'
import type { Graph } from '../graph.js'
import { indexGraph } from '../graph-index.js'
import { AlertAssigner, type Assignments } from './assign-alerts.js'

describe('AlertAssigner', () => {
  const shop = graphOf('P', ['web', 'db'])

  it('should give an alert to the node of its resource and environment', () => {
    const { assignments, rollups } = assign(shop, [alert('P', 'web')], new Map())
    expect(assignments).toEqual(new Map([['P/web', ['P web']]]))
    expect(rollups.size).toBe(0)
  })

  it('should roll up to the first ancestor with a node, and name it', () => {
    const neighbors = new Map([
      ['disk', ['vm']],
      ['vm', ['rack', 'db']],
    ])
    const { assignments, rollups } = assign(shop, [alert('P', 'disk')], neighbors)
    expect(assignments).toEqual(new Map([['P/db', ['P disk']]]))
    expect(rollups).toEqual(new Map([['P disk', { nodeId: 'P/db', via: 'db' }]]))
  })

  it('should take the resourceParent of the alert as its first ancestor, even without a relation', () => {
    const { rollups } = assign(shop, [alert('P', 'disk', 'web')], new Map([['disk', ['db']]]))
    expect(rollups.get('P disk')?.via).toBe('web')
  })

  it('should continue from the resourceParent', () => {
    const { rollups } = assign(shop, [alert('P', 'disk', 'vm')], new Map([['vm', ['db']]]))
    expect(rollups.get('P disk')?.via).toBe('db')
  })

  it('should follow the parents in rank order if several nodes are equally near', () => {
    const { rollups } = assign(shop, [alert('P', 'disk')], new Map([['disk', ['db', 'web']]]))
    expect(rollups.get('P disk')?.via).toBe('db')
  })

  it('should be on the node of the environment; without one, be unassigned', () => {
    const result = assign(shop, [alert('P', 'lost'), alert('Q', 'web')], new Map())
    expect(result.assignments).toEqual(new Map([['P/', ['P lost']]]))
    expect(result.unassigned).toEqual(['Q web'])
  })

  it('should not roll up into another environment', () => {
    const { assignments } = assign(graphOf('P', ['web'], 'Q'), [alert('Q', 'disk')], new Map([['disk', ['web']]]))
    expect(assignments).toEqual(new Map([['Q/', ['Q disk']]]))
  })

  it.each([
    [10, 'top'],
    [11, undefined],
  ])('should climb 10 levels and no more: %i', (levels, via) => {
    const names = ['disk', ...Array.from({ length: levels - 1 }, (_, at) => `h${at}`), 'top']
    const chain = new Map(names.slice(0, -1).map((name, at) => [name, [names[at + 1] ?? '']]))
    expect(assign(graphOf('P', ['top']), [alert('P', 'disk')], chain).rollups.get('P disk')?.via).toBe(via)
  })

  it('should count the resourceParent as one of the 10 levels', () => {
    const names = ['parent', ...Array.from({ length: 9 }, (_, at) => `h${at}`), 'top']
    const chain = new Map(names.slice(0, -1).map((name, at) => [name, [names[at + 1] ?? '']]))
    expect(assign(graphOf('P', ['top']), [alert('P', 'disk', 'parent')], chain).rollups.size).toBe(0)
    expect(assign(graphOf('P', ['h8']), [alert('P', 'disk', 'parent')], chain).rollups.size).toBe(1)
  })

  it('should count it also if it has its own alert, which climbs all 10 levels', () => {
    const names = ['parent', ...Array.from({ length: 9 }, (_, at) => `h${at}`), 'top']
    const chain = new Map(names.slice(0, -1).map((name, at) => [name, [names[at + 1] ?? '']]))
    const { rollups } = assign(graphOf('P', ['top']), [alert('P', 'disk', 'parent'), alert('P', 'parent')], chain)
    expect([...rollups.keys()]).toEqual(['P parent'])
  })

  it('should put every alert in exactly one place', () => {
    fc.assert(
      fc.property(alerts(), parentsByResource(), nodes(), (received, neighbors, labels) => {
        const { assignments, unassigned, rollups } = assign(graphOf('P', labels), received, neighbors)
        const places = [...assignments.values(), unassigned].flat()
        expect(places.toSorted()).toEqual(received.map((entry) => entry.id).toSorted())
        for (const [id, { nodeId }] of rollups) expect(assignments.get(nodeId)).toContain(id)
      }),
    )
  })

  it('should roll each alert up to the node that a separate walk finds first', () => {
    fc.assert(
      fc.property(alerts(), parentsByResource(), nodes(), (received, neighbors, labels) => {
        const { rollups } = assign(graphOf('P', labels), received, neighbors)
        const expected = received.flatMap((entry) => {
          const via = naiveRollup(entry, neighbors, new Set(labels))
          return via === undefined ? [] : [[entry.id, { nodeId: `P/${via}`, via }] as const]
        })
        expect(rollups).toEqual(new Map(expected))
      }),
      propertyRuns(1000),
    )
  })

  it('should ask for each resource once, in at most 10 steps', () => {
    fc.assert(
      fc.property(alerts(), parentsByResource(40), nodes(), (received, parents, labels) => {
        const assigner = new AlertAssigner(graphOf('P', labels), received)
        for (const walk of assigner.walks.values()) {
          const asked: (readonly string[])[] = []
          takeWalk(walk, parents, (frontier) => asked.push(frontier))
          expect(new Set(asked.flat()).size).toBe(asked.flat().length)
          expect(asked.length).toBeLessThanOrEqual(10)
        }
      }),
    )
  })
})

// Helpers

function graphOf(environment: string, resources: readonly string[], other?: string): Graph {
  const environments = [environment, ...(other === undefined ? [] : [other])]
  return deriveGraph(
    indexGraph({
      nodes: [
        node('s', 'service', 'Shop'),
        ...environments.map((label) => node(`${label}/`, 'environment', label)),
        ...resources.map((label) => node(`${environment}/${label}`, 'resource', label)),
      ],
      edges: [
        ...environments.map((label) => edge('s', `${label}/`)),
        ...resources.map((label) => edge(`${environment}/`, `${environment}/${label}`)),
      ],
    }),
  )
}

function alert(environment: string, resource: string, resourceParent: string | null = null): Alert {
  const draft = readAlert({ environment, resource, event: 'Down', severity: 'major', resourceParent })
  const id = [environment, resource, ...(resourceParent === null ? [] : [resourceParent])].slice(0, 2).join(' ')
  return {
    ...createAlert(draft, { now: '2026-01-01T00:00:00.000Z', newId: () => id, actor: 'test', source: 'origin:' }),
    id,
  }
}

function alerts() {
  const resource = fc.integer({ min: 0, max: 15 }).map(String)
  const entry = fc.tuple(fc.constantFrom('P', 'Q'), resource, fc.option(resource))
  return fc
    .array(entry, { maxLength: 10 })
    .map((entries) =>
      entries.map(([environment, name, parent], at) => ({ ...alert(environment, name, parent), id: `alert-${at}` })),
    )
}

function nodes() {
  return fc.uniqueArray(fc.integer({ min: 0, max: 15 }).map(String), { maxLength: 3 })
}

function assign(graph: Graph, received: readonly Alert[], neighbors: RankedParents): Assignments {
  const assigner = new AlertAssigner(graph, received)
  for (const walk of assigner.walks.values()) takeWalk(walk, neighbors)
  return assigner.assign()
}

/**
 * Finds the node for a single alert, implemented directly from rules.md#assignments: searches the ancestors level by
 * level, up to 10 levels, and returns the first ancestor that has a node.
 */
function naiveRollup(
  { environment, resource, resourceParent }: Alert,
  neighbors: RankedParents,
  labels: ReadonlySet<string>,
) {
  if (environment !== 'P' || labels.has(resource)) return undefined
  let level = [...(resourceParent === null ? [] : [resourceParent]), ...(neighbors.get(resource) ?? [])]
  for (let depth = 1; depth <= 10; depth++) {
    const node = level.find((name) => labels.has(name))
    if (node !== undefined) return node
    level = [...new Set(level.flatMap((name) => neighbors.get(name) ?? []))]
  }
  return undefined
}
