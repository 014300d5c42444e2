import { deriveGraph, indexGraph } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { edge, node } from '../test/graph.js'
import { drawMermaid } from './draw-mermaid.js'
import type { DrawnTopology } from './drawn-topology.js'

describe('drawMermaid', () => {
  it('should put nodes into the subgraphs of their environments, and join them', () => {
    expect(drawMermaid(shop('web')).split('\n')).toEqual([
      ...['---', 'title: "Web shop"', '---', 'flowchart TB', '  n0(["shop"])', '  subgraph e0["Production"]'],
      ...['    n1{{"Production"}}', '    n2["web"]', '  end', '  n0 --> n1', '  n1 --> n2'],
      ...['  classDef service fill:#0b5cc0,stroke:#0b5cc0,color:#ffffff', '  class n0 service', ''],
    ])
  })

  it.each([
    ['TB', 'TB'],
    ['LR', 'LR'],
    ['CI', 'TB'],
  ] as const)('should draw %s as %s', (orientation, expected) => {
    expect(drawMermaid(shop('web'), { orientation })).toContain(`\nflowchart ${expected}\n`)
  })

  it('should show alerts below the label, and dashes for suggested nodes', () => {
    const count = { open: 3, worst: 'major', openWorst: 2, rolledUp: 1, acknowledged: 1, silenced: 0 } as const
    const alerts = { byNode: new Map([['r', count]]), inherited: new Map(), unassigned: undefined }
    const picture = drawMermaid(shop('web'), { alerts, suggested: new Set(['r']) })
    expect(picture).toContain('n2["web<br/>major 2 +1 ↑1 ✓1"]')
    expect(picture).toContain('  classDef major stroke:#bc4c00,stroke-width:3px\n  class n2 major\n')
    expect(picture).toContain('  class n2 suggested\n')
    expect(picture).toContain('  n1 -.-> n2\n')
  })

  it('should show what a node inherits below its label, with a dotted border unless it has alerts', () => {
    const inherited = { severity: 'critical', from: 'r', isOpen: true } as const
    const alerts = { byNode: new Map(), inherited: new Map([['p', inherited]]), unassigned: undefined }
    const picture = drawMermaid(shop('web'), { alerts, leftOut: 3 })
    expect(picture).toContain('title: "Web shop (3 nodes left out)"')
    expect(picture).toContain('n1{{"Production<br/>↓ critical"}}')
    expect(picture).toContain('classDef criticalBelow stroke:#cf222e,stroke-width:2px,stroke-dasharray:2 3\n')
    expect(picture).toContain('  class n1 criticalBelow\n')
    const count = { open: 1, worst: 'minor', openWorst: 1, rolledUp: 0, acknowledged: 0, silenced: 0 } as const
    const both = drawMermaid(shop('web'), { alerts: { ...alerts, byNode: new Map([['p', count]]) } })
    expect(both).toContain('n1{{"Production<br/>minor 1<br/>↓ critical"}}')
    expect(both).toContain('  class n1 minor\n')
    expect(both).not.toContain('criticalBelow')
    const attended = { ...alerts, inherited: new Map([['p', { ...inherited, isOpen: false }]]) }
    expect(drawMermaid(shop('web'), { alerts: attended })).toContain('n1{{"Production<br/>↓ critical ✓"}}')
    expect(drawMermaid(shop('web'), { alerts: attended })).not.toContain('criticalBelow')
  })

  it.each([
    ['"quoted"', '#34;quoted#34;'],
    ['a[b](c){d}|e', 'a#91;b#93;#40;c#41;#123;d#125;#124;e'],
    ['x --> y; end', 'x --#62; y#59; end'],
    ['<b>&amp;#35;', '#60;b#62;#38;amp#59;#35;35#59;'],
    ['`code` *b*', '#96;code#96; #42;b#42;'],
    ['- list', '#45; list'],
    ['1. item', '1#46; item'],
    ['line\nend\u0007', 'line end'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['データベース 🚀', 'データベース 🚀'],
    ['db-1.eu_west/a', 'db-1.eu_west/a'],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
  ])('should write the label %j as %j', (label, expected) => {
    expect(drawMermaid(shop(label))).toContain(`\n    n2["${expected}"]\n`)
  })

  it('should keep the title on its line, and without marks of HTML', () => {
    expect(drawMermaid({ ...shop('web'), name: '<b> & c' })).toContain('\ntitle: "‹b› ＆ c"\n')
    expect(drawMermaid({ ...shop('web'), name: '"a"\n---\nb' })).toMatch(/^---\ntitle: "\\"a\\" --- b"\n---\n/)
  })
})

// Helpers

function shop(label: string): DrawnTopology {
  const nodes = [node('s', 'service', 'shop'), node('p', 'environment', 'Production'), node('r', 'resource', label)]
  const graph = deriveGraph(indexGraph({ nodes, edges: [edge('s', 'p'), edge('p', 'r')] }))
  return { name: 'Web shop', service: 'shop', orientation: 'TB', ...graph }
}
