import { describe, expect, it } from 'vitest'
import { edge, node } from '../../../test/arbitrary/graph.js'
import { alert, type Drawing, drawing, type Parents, pairs, suggestNodes } from '../../../test/suggest-scene.js'
import type { Alert } from '../../alert/alert.js'
import { LIMITS } from '../../limits.js'
import { NodeSuggester } from './suggest-nodes.js'

describe('NodeSuggester', () => {
  it('should propose nothing for an alert whose resource has a node', () => {
    expect(suggest([alert('P', 'web'), alert('P', 'db')])).toEqual([])
    const { walks } = new NodeSuggester(shop, [alert('P', 'web', { resourceParent: 'vm' })])
    expect(walks.size).toBe(0)
  })

  it('should propose an environment node below the service node when the environment is absent', () => {
    expect(suggest([alert('Q', 'web')])).toEqual(['Shop > Q', 'Q > web'])
    expect(suggest([alert('P', 'disk')])).toEqual(['P > disk'])
  })

  it('should propose a new environment once, even if many alerts are in it', () => {
    expect(suggest([alert('Q', 'a'), alert('Q', 'b')])).toEqual(['Shop > Q', 'Q > a', 'Q > b'])
  })

  it('should begin the chain at the resourceParent of the alert', () => {
    const stated = alert('P', 'disk', { resourceParent: 'vm' })
    expect(suggest([stated], { disk: ['db'] })).toEqual(['P > vm', 'vm > disk'])
    expect(suggest([stated], { disk: ['db'], vm: ['web'] })).toEqual(['web > vm', 'vm > disk'])
  })

  it.each([null, '', 'disk'])(
    'should resolve it from the main parent when the resourceParent is %j',
    (resourceParent) => {
      expect(suggest([alert('P', 'disk', { resourceParent })], { disk: ['vm', 'db'] })).toEqual(['P > vm', 'vm > disk'])
    },
  )

  it('should follow main parents only', () => {
    const above = { disk: ['vm', 'web'], vm: ['host', 'web'], host: ['rack', 'web'] }
    expect(suggest([alert('P', 'disk')], above)).toEqual(['P > rack', 'rack > host', 'host > vm', 'vm > disk'])
  })

  it('should stop at the first resource that is a node', () => {
    expect(suggest([alert('P', 'disk')], { disk: ['vm'], vm: ['db'], db: ['host'] })).toEqual(['db > vm', 'vm > disk'])
  })

  it('should take no node of another environment for one', () => {
    expect(suggest([alert('Q', 'disk')], { disk: ['db'] })).toEqual(['Shop > Q', 'Q > db', 'db > disk'])
  })

  it.each([
    ['a main parent', 0],
    ['the resourceParent', 1],
  ])('should climb 10 levels and no more, %s being the first', (_, stated) => {
    const names = ['disk', ...Array.from({ length: 12 }, (_, at) => `h${at + 1}`)]
    const chain = (last: string) => {
      const ranked = names.map((name, at) => [name, [name === last ? 'web' : (names[at + 1] ?? '')]] as const)
      return Object.fromEntries(ranked.slice(stated, -1))
    }
    const alerts = [alert('P', 'disk', { resourceParent: stated === 1 ? 'h1' : null })]
    expect(suggest(alerts, chain('h9'))).toHaveLength(10)
    expect(suggest(alerts, chain('h9'))[0]).toBe('web > h9')
    expect(suggest(alerts, chain('h10'))).toHaveLength(11)
    expect(suggest(alerts, chain('h10'))[0]).toBe('P > h10')
  })

  it('should not attach a chain to a node that only another chain reaches within 10 levels', () => {
    const names = Array.from({ length: 13 }, (_, at) => `h${at}`)
    const above = Object.fromEntries(names.map((name, at) => [name, [at === 12 ? 'web' : `h${at + 1}`]]))
    const labels = suggest([alert('P', 'h11'), alert('P', 'h0')], above)
    expect(labels).toEqual([
      'web > h12',
      'h12 > h11',
      'P > h10',
      ...names.slice(0, 10).map((_, at) => `h${10 - at} > h${9 - at}`),
    ])
  })

  it('should follow no loops', () => {
    expect(suggest([alert('P', 'disk')], { disk: ['a'], a: ['b'], b: ['a'] })).toEqual(['P > b', 'b > a', 'a > disk'])
    expect(suggest([alert('P', 'a')], { a: ['b'], b: ['a'] })).toEqual(['P > b', 'b > a'])
    expect(suggest([alert('P', 'a')], { a: ['a'] })).toEqual(['P > a'])
  })

  it('should propose a resource that several alerts or chains ask for once, with the parent that the first gives it', () => {
    const byAlert = alert('P', 'vm', { resourceParent: 'host', id: 'first' })
    const other = alert('P', 'vm', { resourceParent: 'web', id: 'second' })
    const disk = alert('P', 'disk')
    const above = { disk: ['vm'], vm: ['db'] }
    expect(suggest([byAlert, other, disk], above)).toEqual(['P > host', 'host > vm', 'vm > disk'])
    expect(suggest([other, byAlert, disk], above)).toEqual(['web > vm', 'vm > disk'])
    expect(suggest([disk, byAlert, other], above)).toEqual(['db > vm', 'vm > disk'])
  })

  it('should make no cycle of alerts that name one another as parents', () => {
    const alerts = [alert('P', 'a', { resourceParent: 'b' }), alert('P', 'b', { resourceParent: 'a' })]
    expect(suggest(alerts)).toEqual(['P > b', 'b > a'])
  })

  it('should skip alerts without an environment, even if the empty environment has a node', () => {
    const topology = drawing({
      nodes: [node('s', 'service', 'Shop'), node('e', 'environment', ''), node('w', 'resource', 'web')],
      edges: [edge('s', 'e'), edge('e', 'w')],
    })
    const { nodes, edges, summary } = suggestNodes({
      topology,
      alerts: [alert('', 'disk'), alert('', 'web')],
      parents: new Map(),
    })
    expect([...nodes, ...edges, ...Object.values(summary).flat()]).toEqual([])
  })

  it('should give new ids, mark suggested nodes, and derive environment and resource', () => {
    const { nodes, edges } = suggestNodes({ topology: shop, alerts: [alert('Q', 'web')], parents: new Map() })
    const plain = { icon: '', params: {}, hierarchyConfig: {}, position: expect.anything(), suggested: true }
    expect(nodes).toEqual([
      { id: 'new-0', kind: 'environment', label: 'Q', environment: 'Q', resource: null, ...plain },
      { id: 'new-2', kind: 'resource', label: 'web', environment: 'Q', resource: 'web', ...plain },
    ])
    expect(edges).toEqual([
      { id: 'new-1', source: 's', target: 'new-0', suggested: true },
      { id: 'new-3', source: 'new-0', target: 'new-2', suggested: true },
    ])
  })

  it('should compute positions by the topology’s orientation and the positions of its nodes', () => {
    const nodes = shop.nodes.map((each) => ({ ...each, position: { x: 3000, y: each.id === 's' ? 0 : 2000 } }))
    const place = (orientation: Drawing['orientation']) => {
      const alerts = [alert('P', 'disk', { resourceParent: 'web' })]
      const suggestion = suggestNodes({ topology: { ...shop, nodes, orientation }, alerts, parents: new Map() })
      return suggestion.nodes.map(({ position }) => position)
    }
    expect(place('TB')).toEqual([{ x: 3000, y: expect.toSatisfy((y) => y > 2000) }])
    expect(place('LR')).toEqual([{ x: expect.toSatisfy((x) => x > 3000), y: 2000 }])
    expect(place('CI')).toEqual([expect.toSatisfy(({ x, y }) => Math.hypot(x - 3000, y) > 2000)])
  })

  it('should summarize new nodes, and wanted nodes that exist already', () => {
    const alerts = [
      alert('Q', 'disk', { resourceParent: 'vm' }),
      alert('P', 'web'),
      alert('P', 'nic', { resourceParent: 'db' }),
      alert('P', 'web', { id: 'again' }),
      alert('Q', 'vm'),
      alert('P', 'db'),
    ]
    expect(suggestNodes({ topology: shop, alerts, parents: new Map() }).summary).toEqual({
      newEnvironments: ['Q'],
      newResources: [
        { environment: 'Q', resource: 'vm' },
        { environment: 'Q', resource: 'disk' },
        { environment: 'P', resource: 'nic' },
      ],
      skippedEnvironments: ['P'],
      skippedResources: [
        { environment: 'P', resource: 'web' },
        { environment: 'P', resource: 'db' },
      ],
    })
  })

  it.each([
    [2, [alert('P', 'a'), alert('P', 'b')], 0],
    [2, [alert('P', 'a'), alert('P', 'b'), alert('', 'c'), alert('P', 'web')], 0],
    [1, [alert('P', 'a'), alert('P', 'b')], 1],
    [0, [alert('P', 'a'), alert('P', 'a', { id: 'again' }), alert('P', 'web')], 2],
  ])('should say how many alerts are left out: %i nodes left', (left, alerts, alertsLeftOut) => {
    const suggestion = suggestNodes({ topology: crowded(left), alerts, parents: new Map() })
    expect(suggestion).toMatchObject({ truncated: alertsLeftOut > 0, alertsLeftOut })
  })

  it.each([
    [1, []],
    [2, ['P > a', 'a > b']],
    [3, ['P > a', 'a > b']],
    [4, ['P > a', 'a > b', 'Shop > Q', 'Q > c']],
    [5, ['P > a', 'a > b', 'Shop > Q', 'Q > c', 'P > d']],
  ])('should propose whole chains, with their environment, until one does not fit: %i nodes left', (left, expected) => {
    const topology = crowded(left)
    const alerts = [alert('P', 'b', { resourceParent: 'a' }), alert('Q', 'c'), alert('P', 'd')]
    expect(topology.nodes).toHaveLength(LIMITS.topologyNodes - left)
    expect(suggest(alerts, {}, topology)).toEqual(expected)
  })
})

// Helpers

const shop = graphOf('P', ['web', 'db'])

function graphOf(environment: string, resources: readonly string[]): Drawing {
  return drawing({
    nodes: [
      node('s', 'service', 'Shop'),
      node('e', 'environment', environment),
      ...resources.map((label) => node(label, 'resource', label)),
    ],
    edges: [edge('s', 'e'), ...resources.map((label) => edge('e', label))],
  })
}

/** The topology `shop` with so many more resources that only `left` more nodes are allowed. */
function crowded(left: number): Drawing {
  const filler = Array.from({ length: LIMITS.topologyNodes - left - shop.nodes.length }, (_, at) => `filler-${at}`)
  return graphOf('P', ['web', 'db', ...filler])
}

/**
 * The proposed edges as texts `parent > child`, with labels. `above` contains the parents of each resource in rank
 * order; these parents are the same in every environment.
 */
function suggest(alerts: readonly Alert[], above: Readonly<Record<string, readonly string[]>> = {}, topology = shop) {
  const known = new Map(Object.entries(above))
  const parents: Parents = new Map(['P', 'Q'].map((environment) => [environment, known]))
  const suggestion = suggestNodes({ topology, alerts, parents })
  return pairs(topology, suggestion).map(([parent, child]) => `${parent} > ${child}`)
}
