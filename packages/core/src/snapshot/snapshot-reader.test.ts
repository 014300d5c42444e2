import { describe, expect, it } from 'vitest'
import { endLine, entityLine, headerLine, SNAPSHOT_SECTIONS, zeroCounts } from './snapshot-entry.js'
import { SnapshotReader } from './snapshot-reader.js'

const TIME = '2026-01-01T00:00:00.000Z'
const HEADER = headerLine(TIME)
const impact = { severities: [], statuses: [], whitelist: {}, blacklist: {} }
const contact = { owner: '', runbook: '', links: [] }
const shop = { serviceId: 'shop', name: 'Shop', description: '', icon: 'server', ...contact, alertImpact: impact }
const filters = { operator: 'AND', clauses: [] }
const policy = { id: 'p1', name: 'P', description: '', filters, status: 'active', createTime: TIME }
const link = {
  id: 'r1',
  environment: 'P',
  resource: 'a',
  parent: 'b',
  source: 'cmdb',
  sourceRef: 'itop',
  createTime: TIME,
  updateTime: TIME,
}
const claim = { source: 'cmdb', sourceRef: 'itop', firstTime: TIME, lastTime: TIME, isReplaceable: false }
const rule = {
  ...{ id: 'u1', environment: 'P', resource: 'b', minHealthy: '50%', failedAt: 'major', degraded: null },
  ...{ source: 'cmdb', sourceRef: 'itop', text: '', createTime: TIME, updateTime: TIME },
}
const window = {
  ...{ id: 'm1', name: 'Night', filters, startTime: TIME, endTime: '2026-01-01T06:00:00.000Z', timezone: 'UTC' },
  ...{ rrule: 'FREQ=DAILY;COUNT=2', text: 'backup', createdBy: 'ann', overTime: '2026-01-02T06:00:00.000Z' },
  hurtDepth: 0,
  ...{ createTime: TIME, updateTime: TIME },
}
const topology = {
  id: 't1',
  name: 'Shop',
  description: '',
  service: 'shop',
  serviceKpi: null,
  orientation: 'TB',
  schemaVersion: 2,
  nodes: [{ id: 'n1', kind: 'service', label: 'shop' }],
  edges: [],
  createTime: TIME,
  updateTime: TIME,
}

const CHAIN = 'which is an alias itself'

describe('SnapshotReader', () => {
  it('should take two aliases of a resource, and the same name in another environment', () => {
    const lines = [alias('a', 'b'), alias('c', 'b'), alias('b', 'c', 'Lab')]
    expect(read([HEADER, ...lines]).entries).toHaveLength(3)
  })

  it('should read what was written', () => {
    const weightPolicy = { ...policy, weight: 3, topologyId: 't1' }
    const alertPolicy = { ...policy, order: 7, webhookId: 'gone', actions: [{ drop: true }], updateTime: TIME }
    const lines = [
      entityLine('catalogService', shop as never),
      entityLine('topology', topology as never),
      entityLine('weightPolicy', weightPolicy as never),
      entityLine('relationPolicy', { ...policy, parent: 'cluster' } as never),
      entityLine('alertPolicy', alertPolicy as never),
      entityLine('maintenanceWindow', window as never),
      entityLine('redundancyRule', rule as never),
      entityLine('relation', link as never),
    ]
    const sections = lines.map((text) => Object.keys(JSON.parse(text))[0] ?? '')
    const counts = { ...zeroCounts(), ...Object.fromEntries(sections.map((section) => [section, 1])) }
    const { entries, finish } = read([HEADER, ...lines, endLine(counts)])
    expect(finish()).toEqual(counts)
    expect(entries.map(({ section }) => section)).toEqual(sections)
    expect(entries[2]?.entity).toEqual(weightPolicy)
    expect(entries[4]?.entity).toEqual(alertPolicy)
    expect(entries[5]?.entity).toEqual(window)
    expect(entries[6]?.entity).toEqual(rule)
    expect(entries[7]?.entity).toEqual(link)
  })

  it('should give the services of an older snapshot no owner, runbook and links', () => {
    const { owner, runbook, links, ...older } = shop
    const { entries } = read([HEADER, line('catalogService', older)])
    const whitelist = { operator: 'AND', clauses: [] }
    const alertImpact = { ...impact, whitelist, blacklist: whitelist }
    expect(entries).toEqual([{ section: 'catalogService', entity: { ...shop, alertImpact } }])
  })

  it.each([
    ['', 'line 1: the file is not a snapshot: its first line must hold {"kind": "opsgraph-snapshot"}'],
    ['resource,parent', 'line 1: the file is not a snapshot: its first line must hold {"kind": "opsgraph-snapshot"}'],
    ['null', 'line 1: the file is not a snapshot: its first line must hold {"kind": "opsgraph-snapshot"}'],
    [
      '{"kind":"opsgraph-snapshot","version":2}',
      'line 1: the version of the snapshot is 2; this opsgraph reads version 1',
    ],
    ['{"kind":"opsgraph-snapshot"}', 'line 1: the version of the snapshot is unknown; this opsgraph reads version 1'],
  ])('should refuse the first line %j', (line, message) => {
    expect(() => read([line])).toThrow(message)
  })

  it.each([
    ['', 'line 2: it is not JSON'],
    ['[]', 'line 2: the body must be an object'],
    ['{}', `line 2: "" is not one of ${SNAPSHOT_SECTIONS.join(', ')}, end`],
    ['{"apiKey":{}}', 'line 2: "apiKey" is not one of catalogService, topology, '],
    ['{"__proto__":{}}', 'line 2: "__proto__" is not one of catalogService, topology, '],
    ['{"relation":{},"topology":{}}', 'line 2: a line holds one entity'],
    ['{"relation":[]}', 'line 2: the body must be an object'],
    ['{"end":{"relation":0}}', 'line 2: end.catalogService must be 0, which is how many there are'],
    [relation({ id: undefined }), 'line 2: id is required'],
    [relation({ id: 7 }), 'line 2: id must be a string'],
    [relation({ source: undefined }), 'line 2: source is required'],
    [relation({ source: 'rumor' }), 'line 2: source must be one of manual, event, cmdb, topology, policy'],
    [relation({ parent: 'a' }), 'line 2: parent must differ from resource'],
    [relation({ createTime: 'yesterday' }), 'line 2: createTime must be a time such as '],
    [relation({ updateTime: '2026-01-01' }), 'line 2: updateTime must be a time such as '],
    [relation({ secret: 'x' }), 'line 2: unknown fields: secret'],
    [relation({ claims: [] }), 'line 2: claims must have the source and sourceRef of the relation'],
    [relation({ claims: 'x' }), 'line 2: claims must be a list'],
    [relation({ claims: [{ ...claim, lastTime: 'x' }] }), 'line 2: claims[0].lastTime must be a time'],
    [relation({ claims: [claim, claim] }), 'line 2: claims must not have the same source and sourceRef twice'],
    [
      relation({ claims: [claim, { ...claim, source: 'manual' }] }),
      'line 2: claims must not have a stronger source than the relation shows, which is cmdb',
    ],
    [line('catalogService', { ...shop, icon: 7 }), 'line 2: icon must be a string'],
    [line('topology', { ...topology, schemaVersion: 3 }), 'line 2: schemaVersion must be 1 or 2'],
    [line('topology', { ...topology, orientation: undefined }), 'line 2: orientation is required'],
    [line('topology', { ...topology, nodes: undefined }), 'line 2: nodes is required'],
    [line('topology', { ...topology, nodes: [{}] }), 'line 2: invalid topology graph: nodes[0]: '],
    [
      line('topology', { ...topology, edges: [{ id: 'e', source: 'n1', target: 'n2' }] }),
      'line 2: invalid topology graph: edges[0]: ',
    ],
    [line('weightPolicy', { ...policy, topologyId: 't9' }), 'line 2: topologyId: there is no topology t9 before it'],
    [line('relationPolicy', policy), 'line 2: parent is required'],
    [line('maintenanceWindow', { ...window, createdBy: undefined }), 'line 2: createdBy is required'],
    [line('maintenanceWindow', { ...window, updateTime: 'now' }), 'line 2: updateTime must be a time such as '],
    [line('maintenanceWindow', { ...window, id: undefined }), 'line 2: id is required'],
    [line('maintenanceWindow', { ...window, rrule: 'FREQ=NEVER' }), 'line 2: rrule '],
    [line('maintenanceWindow', { ...window, alerts: [] }), 'line 2: unknown fields: alerts'],
    [line('redundancyRule', { ...rule, resource: undefined }), 'line 2: resource is required'],
    [line('redundancyRule', { ...rule, source: undefined }), 'line 2: source is required'],
    [line('redundancyRule', { ...rule, failedAt: 'ok' }), 'line 2: failedAt (ok) is not one of '],
    [line('redundancyRule', { ...rule, id: undefined }), 'line 2: id is required'],
    [line('alertPolicy', { ...policy, updateTime: TIME }), 'line 2: actions is required'],
    [line('alertPolicy', { ...policy, actions: [{ drop: true }] }), 'line 2: updateTime must be a time such as '],
  ])('should refuse the line %j', (text, message) => {
    expect(() => read([HEADER, text])).toThrow(message)
  })

  it.each([
    ['a relation', [relation({}), relation({ id: 'r2' })], 'line 3: the relation occurs twice'],
    ['an alias of itself', [alias('a', 'a')], `line 2: an alias must not mean a, ${CHAIN}`],
    ['an alias of an alias', [alias('a', 'b'), alias('c', 'a')], `line 3: an alias must not mean a, ${CHAIN}`],
    ['an alias that an alias means', [alias('a', 'b'), alias('b', 'c')], `line 3: an alias must not mean b, ${CHAIN}`],
    ['a circle of aliases', [alias('a', 'b'), alias('b', 'a')], `line 3: an alias must not mean a, ${CHAIN}`],
    [
      'the id of a relation',
      [relation({}), relation({ parent: 'c' })],
      'line 3: the relation with the id r1 is there twice',
    ],
    [
      'the rule of a resource',
      [line('redundancyRule', rule), line('redundancyRule', { ...rule, id: 'u2' })],
      'line 3: the redundancy rule in the environment "P" of b is there twice',
    ],
    [
      'a service of the catalog',
      [line('catalogService', shop), line('catalogService', shop)],
      'line 3: the service of the catalog shop is there twice',
    ],
    [
      'the service of a topology',
      [line('topology', topology), line('topology', { ...topology, id: 't2' })],
      'line 3: the topology of the service shop is there twice',
    ],
    [
      'the id of a node',
      [line('topology', topology), line('topology', { ...topology, id: 't2', service: 'bank' })],
      'line 3: the node with the id n1 is there twice',
    ],
  ])('should refuse %s that occurs twice', (_, lines, message) => {
    expect(() => read([HEADER, ...lines])).toThrow(message)
  })

  it('should read trees of an earlier release that break rules, several of one service', () => {
    const broken = { ...topology, schemaVersion: 1, edges: [{ id: 'e', source: 'n1', target: 'n1' }] }
    const other = { ...broken, id: 't2', nodes: [{ ...topology.nodes[0], id: 'n2' }], edges: [] }
    const lines = [
      line('topology', broken),
      line('topology', other),
      line('topology', { ...topology, id: 't3', nodes: [{ ...topology.nodes[0], id: 'n3' }] }),
    ]
    const { entries } = read([HEADER, ...lines])
    expect(entries.map(({ entity }) => entity)).toMatchObject([
      { id: 't1', schemaVersion: 1, edges: broken.edges },
      { id: 't2', schemaVersion: 1 },
      { id: 't3', schemaVersion: 2 },
    ])
    const malformed = line('topology', { ...broken, nodes: [{}] })
    expect(() => read([HEADER, malformed])).toThrow('line 2: invalid topology graph: nodes[0]: ')
  })

  it('should read a snapshot of an earlier release, which had no redundancy rules', () => {
    const { redundancyRule: _, ...counts } = zeroCounts()
    expect(read([HEADER, line('end', counts)]).finish()).toEqual(zeroCounts())
    expect(() => read([HEADER, line('redundancyRule', rule), line('end', counts)])).toThrow(
      'line 3: end.redundancyRule must be 1, which is how many there are',
    )
  })

  it('should refuse another order', () => {
    expect(() => read([HEADER, relation({}), line('topology', topology)])).toThrow(
      'line 3: topology must come before relation: the order is that of writing',
    )
    expect(() => read([HEADER, relation({}), relation({ id: 'r2', environment: '' })])).toThrow(
      'line 3: relations must be in the order of environment, resource and parent',
    )
  })

  it('should compute when a maintenance window is over', () => {
    const wrong = { ...window, overTime: TIME }
    expect(read([HEADER, line('maintenanceWindow', wrong)]).entries[0]?.entity).toEqual(window)
  })

  it('should report missing and extra lines', () => {
    const counts = { ...zeroCounts(), relation: 2 }
    expect(() => read([HEADER, relation({}), endLine(counts)])).toThrow('line 3: end.relation must be 1')
    const { alertPolicy: _, ...incomplete } = { ...counts, relation: 0 }
    expect(() => read([HEADER, JSON.stringify({ end: incomplete })])).toThrow('line 2: end.alertPolicy must be 0')
    expect(() => read([]).finish()).toThrow('the snapshot is empty')
    expect(() => read([HEADER]).finish()).toThrow('line 1 is not the end: the snapshot was cut off')
    const empty = endLine({ ...counts, relation: 0 })
    expect(() => read([HEADER, empty, relation({})])).toThrow('line 3: nothing may follow the line "end"')
  })
})

// Helpers

function read(lines: readonly string[]) {
  const reader = new SnapshotReader(() => 'new')
  const entries = lines.map((text) => reader.read(text)).filter((entry) => entry !== undefined)
  return { entries, finish: () => reader.finish() }
}

function line(section: string, entity: object): string {
  return JSON.stringify({ [section]: entity })
}

function alias(name: string, resource: string, environment = 'P'): string {
  const times = { createTime: TIME, updateTime: TIME }
  return line('resourceAlias', { id: `${environment} ${name}`, environment, alias: name, resource, ...times })
}

function relation(fields: object): string {
  return line('relation', { ...link, ...fields })
}
