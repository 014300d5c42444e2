import type { GraphInput } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { crowd, edge, node, topologyOf, validGraph } from '../test/graph.js'
import { drawSvg } from './draw-svg.js'
import type { DrawnTopology } from './drawn-topology.js'

const HOSTILE = ['"', '<script>', '&amp;', ']]>', '-->', 'a\nb', '\u0007', '\u202egnp', '\ufffe', '<!--', "it's", '🚀']

const ONE_MINOR = { open: 1, worst: 'minor', openWorst: 1, rolledUp: 0, acknowledged: 0, silenced: 0 } as const

describe('drawSvg', () => {
  it('should draw every node with its label, and every edge', () => {
    const picture = drawSvg(shop())
    for (const label of ['shop', 'Production', 'web', 'database']) expect(picture).toContain(`>${label}</text>`)
    expect(picture.match(/marker-end/g)).toHaveLength(4)
    expect(picture).toContain('<title>Web shop</title>')
    expect(picture).toContain('service shop · 1 environment · 2 resources</text>')
  })

  it('should distinguish kinds by outline and glyph as well as by color', () => {
    const nodes = drawSvg(shop()).match(/<g class="og-(service|environment|resource).*<\/g>/g) ?? []
    const shapes = nodes.map((text) => text.replace(/<title>.*?<\/title>|<text.*?<\/text>|translate\([-\d. ]*\)/g, ''))
    expect(new Set(shapes).size).toBe(3)
    expect(new Set(nodes.map((text) => /og-glyph" [^>]* d="([^"]*)"/.exec(text)?.[1])).size).toBe(3)
  })

  it('should draw nodes at their positions, and lay them out if they have none', () => {
    expect(drawSvg(shop({ web: { x: 700, y: 300 } }))).toContain('translate(700 300)')
    expect(drawSvg(shop())).toBe(drawSvg(shop(), { isLaidOut: true }))
    const placed = shop({ web: { x: 700, y: 300 } })
    expect(drawSvg(placed, { unplaced: new Set(['web']) })).not.toContain('translate(700 300)')
    expect(drawSvg(placed, { orientation: 'TB' })).toContain('translate(700 300)')
    expect(drawSvg(placed, { orientation: 'LR' })).not.toContain('translate(700 300)')
    expect(drawSvg(shop({ web: { x: 1e300, y: 0 } }))).not.toContain('e+')
  })

  it('should show how many alerts a node has, and the worst severity in words', () => {
    const count = { open: 4, worst: 'critical', openWorst: 3, rolledUp: 2, acknowledged: 1, silenced: 0 } as const
    const alerts = {
      byNode: new Map([['web', count]]),
      inherited: new Map(),
      unassigned: { ...ONE_MINOR, silenced: 2 },
    }
    const picture = drawSvg(shop(), { alerts })
    expect(picture).toContain('>critical</text>')
    expect(picture).toContain('>3 +1 ↑2 ✓1</text>')
    expect(picture).toContain(
      '4 open alerts, 3 critical, 2 rolled up from resources that are not drawn, 1 acknowledged',
    )
    expect(picture).toContain('5 open alerts, 1 acknowledged, 2 silenced, 3 on no node')
    expect(picture).toContain('+  other open alerts, less severe')
    expect(picture).toContain('✓  acknowledged or silenced')
    expect(picture).toContain('↑  rolled up from resources')
  })

  it('should show what a node inherits by a hollow badge and a dotted line, and its own alerts by filled and solid ones', () => {
    const inherited = { severity: 'critical', from: 'database', isOpen: true } as const
    const alerts = { byNode: new Map(), inherited: new Map([['web', inherited]]), unassigned: undefined }
    const picture = drawSvg(shop(), { alerts, leftOut: 1 })
    expect(picture).toContain('<title>web: resource in Production, inherits critical from database</title>')
    expect(picture).toMatch(/<g class="og-critical"><rect class="og-count og-hollow"[^>]*\/><text[^>]*>↓ critical</)
    expect(picture).toContain('class="og-halo og-below og-critical"')
    expect(picture).not.toContain('class="og-badge"')
    expect(picture).toContain('↓  the worst severity of the nodes below')
    expect(picture).toContain('· 1 node left out</text>')
    const both = drawSvg(shop(), { alerts: { ...alerts, byNode: new Map([['web', ONE_MINOR]]) } })
    expect(both).toContain('class="og-halo og-minor"')
    expect(both).toContain('>↓ critical</text>')
    expect(both).not.toContain('og-halo og-below')
    const attended = { ...alerts, inherited: new Map([['web', { ...inherited, isOpen: false }]]) }
    expect(drawSvg(shop(), { alerts: attended })).toContain('class="og-halo og-below og-attended"')
    expect(drawSvg(shop(), { alerts: attended })).toContain('>↓ critical ✓</text>')
  })

  it('should explain no mark that the picture does not have', () => {
    const alerts = { byNode: new Map([['web', ONE_MINOR]]), inherited: new Map(), unassigned: undefined }
    expect(drawSvg(shop(), { alerts })).not.toMatch(/↑|↓|✓|other open|suggested for|left out/)
  })

  it('should not use the color of a severity if no alert is open', () => {
    const attended = { ...ONE_MINOR, open: 0, openWorst: 0, acknowledged: 1 }
    const picture = drawSvg(shop(), {
      alerts: { byNode: new Map([['web', attended]]), inherited: new Map(), unassigned: undefined },
    })
    expect(picture).toContain('>✓1</text>')
    expect(picture).toContain('og-halo og-attended')
    expect(picture).not.toContain('class="og-minor"')
  })

  it('should draw suggested nodes and edges with dashes', () => {
    const picture = drawSvg(shop(), { suggested: new Set(['database']) })
    expect(picture.match(/class="og-(edge|box) og-suggested"/g)).toHaveLength(3)
    expect(picture).toContain('database: suggested resource in Production')
  })

  it('should give each environment an area of its color, the empty one too', () => {
    const graph = {
      nodes: [node('s', 'service', 's'), node('a', 'environment', 'A'), node('b', 'environment', '')],
      edges: [edge('s', 'a'), edge('s', 'b')],
    }
    const picture = drawSvg(topologyOf(graph))
    expect(picture.match(/class="og-area og-e\d/g)).toEqual(['class="og-area og-e0', 'class="og-area og-e1'])
    expect(picture).toContain('>(no name)</text>')
  })

  it('should shorten a long label and keep all of it in the title', () => {
    const long = 'a-very-long-name-of-a-resource-'.repeat(6)
    const picture = drawSvg(topologyOf(chain(long)))
    expect(picture).toContain(`<title>${long}: resource in P</title>`)
    expect(picture).toMatch(/<text[^>]*>a-very-long-<\/text><text[^>]*>name-of-a-\S*…<\/text>/)
  })

  it.each(HOSTILE)('should be well-formed and unchanged by the name %j', (name) => {
    const graph = chain(`before ${name} after`)
    const picture = drawSvg({ ...topologyOf(graph), name: `the ${name}` })
    expect(tagsOf(picture)).toEqual(tagsOf(drawSvg({ ...topologyOf(chain('before x after')), name: 'the x' })))
    expect(picture.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\ufffe]|<script|<!--|\]\]>/u)
  })

  it('should refer to no external resource, and run no script', () => {
    const picture = drawSvg(shop())
    expect(picture.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|<script|<image|<foreignObject|@import/,
    )
    expect(picture).toContain('@media (prefers-color-scheme:dark)')
    expect(picture).toContain('role="img"')
  })

  it.each(ORIENTATIONS)('should draw any valid graph, the same each time, with finite numbers (%s)', (orientation) => {
    fc.assert(
      fc.property(validGraph(), (graph) => {
        const topology = topologyOf(graph)
        const picture = drawSvg(topology, { orientation })
        expect(drawSvg(topology, { orientation })).toBe(picture)
        expect(picture).not.toMatch(/NaN|Infinity|undefined/)
        expect(picture.match(/<g class="og-(service|environment|resource)/g)).toHaveLength(graph.nodes.length)
        expect(picture.match(/marker-end/g) ?? []).toHaveLength(topology.edges.length)
      }),
      propertyRuns(100),
    )
  })

  it.each(ORIENTATIONS)('should draw 300 nodes and 1,200 edges (%s)', (orientation) => {
    const topology = topologyOf(crowd(298, 3))
    expect(drawSvg(topology, { orientation }).match(/<title>/g)?.length).toBeGreaterThan(300)
  })
})

// Helpers

function shop(positions: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {}): DrawnTopology {
  const nodes = [
    node('s', 'service', 'shop'),
    node('p', 'environment', 'Production'),
    node('web', 'resource', 'web'),
    node('database', 'resource', 'database'),
  ]
  const edges = [edge('s', 'p'), edge('p', 'web'), edge('web', 'database'), edge('p', 'database')]
  const placed = nodes.map((each) => ({ ...each, position: positions[each.id] ?? each.position }))
  return { ...topologyOf({ nodes: placed, edges }), name: 'Web shop', service: 'shop' }
}

function chain(label: string): GraphInput {
  return {
    nodes: [node('s', 'service', 's'), node('p', 'environment', 'P'), node('r', 'resource', label)],
    edges: [edge('s', 'p'), edge('p', 'r')],
  }
}

/** The names of all tags in order, except `text`. Fails if a text in the picture is not escaped. */
function tagsOf(picture: string): readonly string[] {
  const withoutTags = picture.replace(/<\/?[a-z]+(?: [\w-]+="[^"<>]*")*\/?>/gi, '')
  expect(withoutTags).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/)
  return (picture.match(/<\/?[a-z]+/gi) ?? []).filter((tag) => !tag.endsWith('text'))
}
