import type { DrawnNode, Severity } from '@opsgraph/core'
import { deriveInvalidGraph, SEVERITIES } from '@opsgraph/core/pure'
import { type DrawnTopology, sceneOf } from '@opsgraph/draw'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Painted, RecordedPath, RecordingPen } from '../../test/harness/recording-pen.js'
import { SEVERITY_SHAPES } from '../ui/severity-shapes.js'
import { type Marks, NO_MARKS } from './painting.js'
import type { Palette } from './palette.js'
import { getBox, placeGraph } from './placed-graph.js'

let paintGraph: typeof import('./paint-graph.js').paintGraph
beforeAll(async () => {
  vi.stubGlobal('Path2D', RecordedPath)
  paintGraph = (await import('./paint-graph.js')).paintGraph
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe('paintGraph', () => {
  it('should paint environments as areas with their names, below everything else', () => {
    const painted = paint()
    expect(AREAS.map(({ environment }) => environment)).toEqual(['Production', 'Staging'])
    expect(painted.slice(0, 4)).toMatchObject(
      AREAS.flatMap(({ outline }) => [
        { kind: 'fill', what: outline, color: 'sunken' },
        { kind: 'stroke', what: outline, color: 'line' },
      ]),
    )
    for (const { environment, caption } of AREAS) {
      expect(textsOf(painted, environment)).toContainEqual(expect.objectContaining({ color: 'muted', ...caption }))
    }
  })

  it('should paint every node with its name', () => {
    const painted = paint()
    for (const { label } of TOPOLOGY.nodes) expect(textsOf(painted, label)).not.toEqual([])
  })

  it('should paint the numbers of alerts of the worst severity, of other alerts and of rolled up alerts, beside the shape and color of the worst severity', () => {
    const alerts = { ...NO_ALERTS, open: 12, openWorst: 7, worst: 'critical', rolledUp: 2 } as const
    const painted = paint({ alerts: new Map([['database', alerts]]) })
    const { right, top } = boxNamed('database')
    expect(textsOf(painted, '7 +5 ↑2')).toMatchObject([{ color: 'onSeverity' }])
    const badge = painted.slice(painted.findIndex(({ what }) => what === SEVERITY_SHAPES.critical) - 2)
    expect(badge.slice(0, 3)).toMatchObject([
      { kind: 'fill', color: 'severity critical' },
      { kind: 'stroke', color: 'sunken' },
      { kind: 'fill', what: SEVERITY_SHAPES.critical, color: 'onSeverity' },
    ])
    expect(badge[0]?.x).toBeCloseTo(right, -2)
    expect(badge[0]?.y).toBeCloseTo(top)
    expect(strokesOf(painted, 'severity critical')).toHaveLength(1)
  })

  it('should paint no severity if all alerts are acknowledged or silenced', () => {
    const alerts = { ...NO_ALERTS, acknowledged: 2, worst: 'critical' } as const
    const painted = paint({ alerts: new Map([['database', alerts]]) })
    expect(textsOf(painted, '✓2')).toHaveLength(1)
    expect(
      painted.filter(({ what, color }) => what === SEVERITY_SHAPES.critical || color === 'severity critical'),
    ).toEqual([])
  })

  it('should paint an inherited severity as a hollow badge on the lower corner, with a dotted border', () => {
    const inherited = new Map([['web', { severity: 'critical', from: 'database', isOpen: true } as const]])
    const painted = paint({ inherited })
    expect(textsOf(painted, '↓ critical')).toMatchObject([{ color: 'severity critical' }])
    const [border, badge, ...others] = strokesOf(painted, 'severity critical')
    expect(others).toEqual([])
    expect([border?.isDashed, badge?.isDashed]).toEqual([true, false])
    expect(badge?.x).toBeCloseTo(boxNamed('web').right, -2)
    expect(badge?.y).toBeCloseTo(boxNamed('web').bottom)
    expect(painted.filter(({ kind, color }) => kind === 'fill' && color === 'severity critical')).toEqual([])
  })

  it('should keep the solid border of own alerts beside an inherited severity', () => {
    const alerts = { ...NO_ALERTS, open: 1, openWorst: 1, worst: 'minor' } as const
    const inherited = new Map([['web', { severity: 'critical', from: 'database', isOpen: true } as const]])
    const painted = paint({ alerts: new Map([['web', alerts]]), inherited })
    expect(strokesOf(painted, 'severity minor')).toMatchObject([{ isDashed: false }])
    expect(strokesOf(painted, 'severity critical')).toMatchObject([{ isDashed: false }])
    expect(textsOf(painted, '↓ critical')).toHaveLength(1)
  })

  it('should paint an inherited severity in gray if all alerts below are acknowledged', () => {
    const inherited = new Map([['web', { severity: 'critical', from: 'database', isOpen: false } as const]])
    const painted = paint({ inherited })
    expect(textsOf(painted, '↓ critical ✓')).toMatchObject([{ color: 'muted' }])
    expect(strokesOf(painted, 'severity critical')).toEqual([])
  })

  it('should paint no badge on a node without alerts', () => {
    const shapes = new Set(Object.values(SEVERITY_SHAPES))
    expect(paint().filter(({ what }) => shapes.has(what))).toEqual([])
  })

  it('should paint only the shape of the worst severity at small scales, in the middle of the box', () => {
    const alerts = { ...NO_ALERTS, open: 3, openWorst: 3, worst: 'major' } as const
    const painted = paint({ alerts: new Map([['web', alerts]]) }, 0.1)
    const { left, right } = boxNamed('web')
    expect(textsOf(painted, '3')).toEqual([])
    const [dot] = painted.filter(({ what }) => what === SEVERITY_SHAPES.major)
    expect(dot?.color).toBe('severity major')
    expect(dot?.x).toBeGreaterThan(left)
    expect(dot?.x).toBeLessThan(right)
  })

  it('should break a name into two lines if its box is high enough', () => {
    const nodes = TOPOLOGY.nodes.map((each) => (each.id === 'web' ? { ...each, label: 'astronomy-database' } : each))
    const painted = paint({}, 0.41, { ...TOPOLOGY, nodes })
    for (const line of ['astronomy-', 'database']) expect(textsOf(painted, line), line).not.toEqual([])
  })

  it('should paint every name at small scales too, if there is room', () => {
    const painted = paint({}, 0.2)
    for (const { label } of TOPOLOGY.nodes) expect(textsOf(painted, label), label).not.toEqual([])
  })

  it('should mark selected, faulty and suggested nodes at small scales too', () => {
    const marks = {
      emphasis: { selected: 'web', nodes: undefined },
      faulty: { nodes: new Set(['cache']), edges: new Set<string>() },
      suggested: new Set(['staging']),
    }
    const strokes = (scale: number) => {
      const stroked = paint(marks, scale).filter(({ kind }) => kind === 'stroke')
      const selected = stroked.filter(({ color }) => color === 'accent').length
      const faulty = stroked.filter(({ color }) => color === 'danger').length
      return { selected, faulty, suggested: stroked.filter(({ isDashed }) => isDashed).length }
    }
    const near = strokes(0.5)
    // At small scales, a name is painted on a rectangle over the box of its node. The rectangle has the same border as
    // the box, so there is one more stroke of each color.
    expect(strokes(0.2)).toEqual({
      selected: near.selected + 1,
      faulty: near.faulty + 1,
      suggested: near.suggested + 1,
    })
  })

  it('should paint only suggested nodes and the edges to them dashed', () => {
    expect(paint().some(({ isDashed }) => isDashed)).toBe(false)
    const painted = paint({ suggested: new Set(['database']) })
    const dashed = painted.filter(({ isDashed, kind }) => isDashed && kind === 'stroke')
    // Two strokes are dashed: the edge to the suggested node, and the box of this node.
    expect(dashed).toMatchObject([{ color: 'edge' }, { color: 'edge' }])
  })

  it('should mark a faulty node with a border and a sign, and a faulty edge with its color', () => {
    expect(paint().filter(({ color }) => color === 'danger')).toEqual([])
    const painted = paint({ faulty: { nodes: new Set(['web']), edges: new Set() } })
    const { left, top } = boxNamed('web')
    const [sign, ...others] = textsOf(painted, '!')
    expect([sign?.color, others]).toEqual(['onSeverity', []])
    expect(Math.abs((sign?.x ?? 0) - left) + Math.abs((sign?.y ?? 0) - top)).toBeLessThan(10)
    expect(painted.filter(({ color }) => color === 'danger').map(({ kind }) => kind)).toEqual(['stroke', 'fill'])
    const [edge] = TOPOLOGY.edges
    const withEdge = paint({ faulty: { nodes: new Set(), edges: new Set([edge?.id ?? '']) } })
    // The line of the edge is stroked, and its arrowhead is filled.
    expect(withEdge.filter(({ color }) => color === 'danger').map(({ kind }) => kind)).toEqual(['stroke', 'fill'])
  })

  it('should fade nodes that are neither above nor below the selected node', () => {
    const painted = paint({ emphasis: { selected: 'web', nodes: new Set(['shop', 'production', 'web', 'database']) } })
    expect(textsOf(painted, 'cache')[0]?.alpha).toBeLessThan(0.5)
    expect(textsOf(painted, 'database')[0]?.alpha).toBe(1)
  })
})

// Helpers

const node = (id: string, kind: DrawnNode['kind'], label = id): DrawnNode => ({
  id,
  kind,
  label,
  icon: '',
  params: {},
  hierarchyConfig: {},
  position: { x: 0, y: 0 },
})
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target })

const NO_ALERTS = { open: 0, openWorst: 0, rolledUp: 0, acknowledged: 0, silenced: 0 }

const TOPOLOGY = {
  name: 'Shop',
  service: 'shop',
  orientation: 'TB' as const,
  ...deriveInvalidGraph({
    nodes: [
      node('shop', 'service'),
      node('production', 'environment', 'Production'),
      node('staging', 'environment', 'Staging'),
      node('web', 'resource'),
      node('database', 'resource'),
      node('cache', 'resource'),
    ],
    edges: [
      edge('shop', 'production'),
      edge('shop', 'staging'),
      edge('production', 'web'),
      edge('web', 'database'),
      edge('staging', 'cache'),
    ],
  }),
}
const PLACED = placeGraph(sceneOf(TOPOLOGY, { orientation: 'LR' }), TOPOLOGY)
const AREAS = PLACED.areas

/** A palette in which the value of each color is the color's name. */
const PALETTE: Palette = {
  ...(Object.fromEntries(
    [
      'ground',
      'surface',
      'sunken',
      'line',
      'edge',
      'text',
      'muted',
      'accent',
      'onAccent',
      'danger',
      'onSeverity',
      'font',
    ].map((name) => [name, name]),
  ) as Record<Exclude<keyof Palette, 'severities'>, string>),
  severities: Object.fromEntries(SEVERITIES.map((severity) => [severity, `severity ${severity}`])) as Record<
    Severity,
    string
  >,
}

function paint(marks: Partial<Marks> = {}, scale = 1, topology: DrawnTopology = TOPOLOGY): readonly Painted[] {
  const recording = new RecordingPen()
  const visible = PLACED.bounds
  const painting = { topology, placed: PLACED, palette: PALETTE, visible, scale }
  paintGraph({ ...painting, pen: recording.pen, marks: { ...NO_MARKS, ...marks } })
  return recording.painted
}

function textsOf(painted: readonly Painted[], text: string): readonly Painted[] {
  return painted.filter(({ kind, what }) => kind === 'fillText' && what === text)
}

function strokesOf(painted: readonly Painted[], stroked: string): readonly Painted[] {
  return painted.filter(({ kind, color }) => kind === 'stroke' && color === stroked)
}

function boxNamed(id: string) {
  return getBox(
    PLACED,
    TOPOLOGY.nodes.findIndex((each) => each.id === id),
  )
}
