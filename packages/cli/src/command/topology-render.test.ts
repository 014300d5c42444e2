import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'

const NODES = [
  { id: 's', kind: 'service', label: 'shop', position: { x: 0, y: 0 } },
  { id: 'p', kind: 'environment', label: 'Production', position: { x: 0, y: 140 } },
  { id: 'web', kind: 'resource', label: 'web', position: { x: 333, y: 280 } },
]
const EDGES = [
  { id: 'a', source: 's', target: 'p' },
  { id: 'b', source: 'p', target: 'web' },
]
const HEAD = { name: 'Web shop', description: '', service: 'shop', serviceKpi: null, orientation: 'TB' }
const EXPORT = {
  kind: 'platform-service-topology',
  schemaVersion: 2,
  ...{ exportedAt: '2026-11-20T12:00:00.000Z', appVersion: '1.0.0' },
  topology: { id: '0b7a3f52-6f0e-4a51-9d5c-1f4c2f0c7a11', ...HEAD },
  ...{ nodes: NODES, edges: EDGES, weightPolicies: [], catalogService: null },
}
const OTHER = { ...EXPORT, topology: { ...HEAD, name: 'Other', service: 'other' } }
const BUNDLE = { kind: 'platform-service-topology-bundle', schemaVersion: 2, topologies: [EXPORT, OTHER] }
const ALERTS = {
  status: 'ok',
  alerts: [
    { id: '1', severity: 'minor' },
    { id: '2', severity: 'critical' },
  ],
  assignments: { web: ['1', '2'], gone: ['1'] },
  unassigned: [],
  rollups: { 2: { nodeId: 'web', via: 'web' } },
}

describe('opsgraph topology render', () => {
  it.each([
    ['out.svg', /^<svg /],
    ['out.DOT', /^digraph "Web shop" \{\n/],
    ['out.mmd', /^---\ntitle: "Web shop"\n---\nflowchart TB\n/],
  ])('should derive the format of %s from its extension', async (name, expected) => {
    const output = join(temporaryDirectory(), name)
    const done = await runProgram(['topology', 'render', jsonFile(EXPORT), '-o', output])
    expect(done).toMatchObject({ printed: [], noted: [], status: 0 })
    expect(readFileSync(output, 'utf8')).toMatch(expected)
  })

  it('should read from a pipe and write to one', async () => {
    const terminal = { read: () => bytesOf(JSON.stringify(EXPORT)) }
    const { written } = await runProgram(['topology', 'render', '-', '-o', '-', '--format', 'svg'], { terminal })
    expect(written).toEqual(await draw(EXPORT))
  })

  it.each([
    ['an answer of GET /api/service_topology/<id>', { status: 'ok', total: 1, topology: whole() }],
    ['a bare topology', whole()],
    ['an editor export', { topology: HEAD, nodes: NODES, edges: EDGES }],
  ])('should draw the same picture from %s', async (_, value) => {
    expect(await draw(value)).toEqual(await draw(EXPORT))
  })

  it('should report the faults of an editor export with their lines', async () => {
    const text = JSON.stringify({ topology: HEAD, nodes: NODES, edges: [...EDGES, 7] })
    const file = temporaryFile('editor.json', text)
    const noted: string[] = []
    const drawing = runProgram(['topology', 'render', file, '-o', '-', '--format', 'svg'], { noted })
    await expect(drawing).rejects.toThrow('is not valid: 1 error; nothing is drawn')
    const place = `${file}:1:${text.indexOf('7]') + 1}`
    expect(noted).toEqual([expect.stringContaining(`${place}: error invalidEdge: edges[2]: `)])
  })

  it('should draw the tree of an earlier release', async () => {
    const leaf = { type: 'resource', name: 'web', children: [] }
    const tree = { type: 'service', name: 'shop', children: [{ type: 'environment', name: 'P', children: [leaf] }] }
    expect(await draw({ service: 'shop', tree })).toContain('>web</text>')
  })

  it('should keep positions, unless --layout is given or the file has none', async () => {
    expect(await draw(EXPORT)).toContain('translate(333 280)')
    const laidOut = await draw(EXPORT, '--layout')
    expect(laidOut).not.toContain('translate(333 280)')
    expect(await draw({ ...EXPORT, nodes: NODES.map(({ position: _, ...node }) => node) })).toBe(laidOut)
    expect(await draw(EXPORT, '--orientation', 'LR')).not.toContain('translate(333 280)')
  })

  it('should draw the named topology of a bundle', async () => {
    expect(await draw(BUNDLE, '--service', 'other')).toContain('<title>Other</title>')
    await expect(draw(BUNDLE)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/ has 2 topologies: name one with --service: shop, other$/),
    })
    await expect(draw(BUNDLE, '--service', 'x')).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/ has no topology of x, only of shop, other$/),
    })
  })

  it('should show the alerts of each node, and note alerts of unknown nodes', async () => {
    const alerts = jsonFile(ALERTS)
    const done = await runProgram([
      'topology',
      'render',
      jsonFile(EXPORT),
      '-o',
      '-',
      '--format',
      'svg',
      '--alerts',
      alerts,
    ])
    expect(done.written).toContain('2 open alerts, 1 critical, 1 rolled up')
    expect(done.noted).toEqual(['alerts of 1 node are not shown: the topology has no such nodes'])
  })

  it('should show what nodes inherit from the nodes below', async () => {
    const picture = await draw(EXPORT, '--alerts', jsonFile(ALERTS))
    expect(picture).toContain('<title>shop: service, inherits critical from web</title>')
    expect(picture).toContain('<title>Production: environment, inherits critical from web</title>')
  })

  it('should draw only the failing paths with --focus, and show how many nodes it leaves out', async () => {
    const calm = { id: 'calm', kind: 'resource', label: 'calm', position: { x: 0, y: 900 } }
    const file = { ...EXPORT, nodes: [...NODES, calm], edges: [...EDGES, { id: 'c', source: 'p', target: 'calm' }] }
    const picture = await draw(file, '--alerts', jsonFile(ALERTS), '--focus')
    for (const label of ['shop', 'Production', 'web']) expect(picture).toContain(`>${label}</text>`)
    expect(picture).not.toContain('calm')
    expect(picture).toContain('1 node left out')
    expect(picture).not.toContain('translate(333 280)')
    expect(await draw(file, '--alerts', jsonFile(ALERTS))).toContain('>calm</text>')
  })

  it('should draw only the service node with --focus if no alert counts, and say so', async () => {
    const quiet = {
      ...ALERTS,
      alerts: [{ id: '1', severity: 'major', status: 'shelved' }],
      assignments: { web: ['1'] },
    }
    for (const alerts of [quiet, { alerts: [], assignments: {} }]) {
      const args = ['-o', '-', '--format', 'svg', '--alerts', jsonFile(alerts), '--focus']
      const done = await runProgram(['topology', 'render', jsonFile(EXPORT), ...args])
      expect(done.status).toBe(0)
      expect(done.written).toContain('>shop</text>')
      expect(done.written).not.toMatch(/>Production<|>web</)
      expect(done.written).toContain('2 nodes left out')
      expect(done.noted).toEqual(['no node has an alert that counts: only the service node is drawn'])
    }
  })

  it('should refuse alerts that are not an answer of assignments', async () => {
    await expect(draw(EXPORT, '--alerts', jsonFile({ alerts: [{ id: '1', severity: 'bad' }] }))).rejects.toThrow(
      'is not an answer of GET .../assignments: alerts must be a list of alerts, each with id and severity',
    )
    await expect(draw(EXPORT, '--alerts', temporaryFile('alerts.json', '{'))).rejects.toThrow('is not valid JSON')
  })

  it('should draw nothing from an invalid file, and show every fault with its position', async () => {
    const file = temporaryFile(
      'invalid.json',
      JSON.stringify({ ...EXPORT, edges: [{ source: 's' }, ...EDGES.slice(1)] }, null, 1),
    )
    const output = join(temporaryDirectory(), 'out.svg')
    const noted: string[] = []
    const drawing = runProgram(['topology', 'render', file, '-o', output], { noted })
    await expect(drawing).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/invalid.json is not valid: \d errors?; nothing is drawn$/),
    })
    expect(existsSync(output)).toBe(false)
    expect(noted.map((line) => line.replace(file, 'FILE'))).toEqual([
      'FILE:44:3: error edgeEndpointMissing: edges[0]: an edge needs source and target: ids of nodes',
    ])
  })

  it.each([
    [['x.json', '-o', 'out.png'], 'the output file must end with one of svg, dot, mmd, or --format is required'],
    [['x.json', '-o', '-'], 'the output file must end with one of svg, dot, mmd, or --format is required'],
    [['x.json', '-o', 'x.svg', '--format', 'png'], '--format must be one of svg, dot, mmd'],
    [['x.json', '-o', 'x.svg', '--orientation', 'RL'], '--orientation must be one of TB, LR, CI'],
    [['x.json', '-o', 'x.svg', '--focus'], '--focus needs --alerts'],
    [['-', '-o', 'x.svg', '--alerts', '-'], '- is standard input, which can be read once'],
  ])('should refuse %j as a wrong command line', async (args, message) => {
    await expect(runProgram(['topology', 'render', ...args])).rejects.toMatchObject({ name: 'UsageError', message })
  })

  it('should refuse a missing file', async () => {
    await expect(runProgram(['topology', 'render', '/nowhere', '-o', 'x.svg'])).rejects.toThrow(
      'there is no file /nowhere',
    )
  })
})

// Helpers

function whole() {
  return { ...EXPORT.topology, schemaVersion: 2, nodes: NODES, edges: EDGES, createTime: '', updateTime: '' }
}

function jsonFile(value: unknown): string {
  return temporaryFile('topology.json', JSON.stringify(value))
}

async function draw(value: unknown, ...flags: readonly string[]): Promise<string> {
  const args = ['topology', 'render', jsonFile(value), '-o', '-', '--format', 'svg', ...flags]
  return (await runProgram(args)).written
}
