import { deriveGraph, indexGraph } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { edge, node } from '../test/graph.js'
import { drawDot } from './draw-dot.js'
import type { DrawnTopology } from './drawn-topology.js'

describe('drawDot', () => {
  it('should put nodes into the clusters of their environments, and join them', () => {
    const lines = drawDot(shop('web')).split('\n')
    const cluster = lines.indexOf('  subgraph cluster_0 {')
    expect(lines[cluster + 1]).toContain('label="Production"')
    expect(lines[cluster + 3]).toMatch(/^ {4}n2 \[label="web", tooltip="web", shape=box/)
    expect(lines.slice(cluster + 4)).toEqual(['  }', '  n0 -> n1', '  n1 -> n2', '}', ''])
  })

  it.each([
    ['TB', 'rankdir=TB'],
    ['LR', 'rankdir=LR'],
    ['CI', 'layout=twopi, root=n0'],
  ] as const)('should ask for %s', (orientation, expected) => {
    expect(drawDot(shop('web'), { orientation })).toContain(`graph [${expected}, `)
  })

  it('should show alerts below the label, and dashes for suggested nodes', () => {
    const count = { open: 3, worst: 'major', openWorst: 2, rolledUp: 1, acknowledged: 1, silenced: 0 } as const
    const alerts = { byNode: new Map([['r', count]]), inherited: new Map(), unassigned: undefined }
    const picture = drawDot(shop('web'), { alerts, suggested: new Set(['r']) })
    expect(picture).toContain('label="web\\nmajor 2 +1 ↑1 ✓1"')
    expect(picture).toContain('style="dashed,filled"')
    expect(picture).toContain('n1 -> n2 [style=dashed]')
  })

  it('should show what a node inherits below its label, with a dotted border unless it has alerts', () => {
    const inherited = { severity: 'critical', from: 'r', isOpen: true } as const
    const alerts = { byNode: new Map(), inherited: new Map([['p', inherited]]), unassigned: undefined }
    const picture = drawDot(shop('web'), { alerts, leftOut: 3 })
    expect(picture).toContain('n1 [label="Production\\n↓ critical", tooltip="Production: inherits critical from web"')
    expect(picture).toContain('style="dotted,filled,bold", fillcolor="#f3f5f7", color="#cf222e", penwidth=2]')
    expect(picture).toContain('3 nodes left out')
    const count = { open: 1, worst: 'minor', openWorst: 1, rolledUp: 0, acknowledged: 0, silenced: 0 } as const
    const both = drawDot(shop('web'), { alerts: { ...alerts, byNode: new Map([['p', count]]) } })
    expect(both).toContain('label="Production\\nminor 1\\n↓ critical"')
    expect(both).not.toContain('dotted')
    const attended = { ...alerts, inherited: new Map([['p', { ...inherited, isOpen: false }]]) }
    expect(drawDot(shop('web'), { alerts: attended })).toContain('label="Production\\n↓ critical ✓"')
    expect(drawDot(shop('web'), { alerts: attended })).not.toContain('#cf222e')
  })

  it.each([
    ['a "b" c', 'a \\"b\\" c'],
    ['back\\nslash\\', 'back\\\\nslash\\\\'],
    ['&lt;b&gt; <i>', '&amp;lt;b&amp;gt; <i>'],
    ['line\nend\u0007', 'line end'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['-> } ]', '-> } ]'],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
  ])('should write the label %j as %j', (label, expected) => {
    expect(drawDot(shop(label))).toContain(`n2 [label="${expected}", `)
  })
})

// Helpers

function shop(label: string): DrawnTopology {
  const nodes = [node('s', 'service', 'shop'), node('p', 'environment', 'Production'), node('r', 'resource', label)]
  const graph = deriveGraph(indexGraph({ nodes, edges: [edge('s', 'p'), edge('p', 'r')] }))
  return { name: 'Web shop', service: 'shop', orientation: 'TB', ...graph }
}
