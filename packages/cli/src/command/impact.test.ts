import type { Opsgraph } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram, type Stage } from '../../test/run-program.js'
import { KEY_ENV as env, startServer } from '../../test/start-server.js'
import { temporaryFile } from '../../test/temporary-files.js'
import { toFailure } from '../failure.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const IN_PRODUCTION = ['--environment', 'Production']

describe('opsgraph impact', () => {
  it('should show the services, each with the way from the failed resource to its node', async () => {
    const { url } = await start()
    const { text, noted, status } = await impact(['disk', 'lamp', ...IN_PRODUCTION, '--url', url])
    expect(text).toBe(
      [
        'a failure of disk, lamp in environment Production hurts 2 services',
        '',
        'critical  payments',
        '  disk -> volume -> database -> checkout',
        '',
        'critical  shop (The shop)',
        '  disk -> volume -> database',
        '',
        'hurts no service: lamp',
      ].join('\n'),
    )
    expect([noted, status]).toEqual([[], 0])
  })

  it('should say that a failure reaches resources, if no topology draws them', async () => {
    const { url, opsgraph } = await start()
    const rack = [
      { resource: 'pdu', parent: 'rack' },
      { resource: 'rack', parent: 'room' },
    ]
    await opsgraph.putRelations(CALLER, { environment: 'Production', relations: rack })
    const alone = await impact(['pdu', ...IN_PRODUCTION, '--url', url])
    expect(alone.text.split('\n')).toEqual([
      'a failure of pdu in environment Production hurts no service: it reaches 2 resources, none of which is drawn in a topology',
      '',
      'hurts no service: pdu',
      '  it reaches 2 resources, none of which is drawn in a topology',
    ])
    const file = temporaryFile('state.ndjson', await snapshotOf(opsgraph))
    expect((await impact(['pdu', ...IN_PRODUCTION, '--state', file])).text).toBe(alone.text)
    const { text } = await impact(['rack', 'lamp', 'disk', ...IN_PRODUCTION, '--url', url])
    expect(text).toContain('hurts 2 services\n')
    expect(text).toContain('\nhurts no service: rack, lamp\n  they reach 1 resource, which is not drawn in a topology')
  })

  it('should name unknown resources and near ones, online and offline, and exit with 3', async () => {
    const { url, opsgraph } = await start()
    await opsgraph.putRelations(CALLER, { environment: 'Staging', relations: [{ resource: 'tape', parent: 'robot' }] })
    const args = ['disk', 'Volume', 'tape', 'typo', ...IN_PRODUCTION]
    const online = await impact([...args, '--url', url])
    expect(online.text.split('\n').slice(-5)).toEqual([
      '',
      'unknown: Volume; near: volume',
      'unknown: tape; near: tape in environment Staging',
      'unknown: typo',
      'No relation, node or alert in environment Production has these names. Check the spelling and the environment.',
    ])
    expect(online.text).not.toContain('hurts no service')
    expect(online.status).toBe(3)
    const file = temporaryFile('state.ndjson', await snapshotOf(opsgraph))
    const offline = await impact([...args, '--state', file])
    expect([offline.text, offline.status]).toEqual([online.text, 3])
    const json = await impact([...args, '--state', file, '--json'])
    expect([JSON.parse(json.text).unknown.length, json.status]).toEqual([3, 3])
    expect(online.text.split('\n')[0]).toBe('a failure of disk in environment Production hurts 2 services')
    const [title] = (await impact(['typo', ...IN_PRODUCTION, '--url', url])).text.split('\n')
    expect(title).toBe('nothing is known about a failure of typo in environment Production')
    const [beside] = (await impact(['typo', ...IN_PRODUCTION, '--url', url, '--with-alerts'])).text.split('\n')
    expect(beside).toBe(title)
    const many = Array.from({ length: 25 }, (_, at) => `typo ${at}`)
    expect((await impact([...many, ...IN_PRODUCTION, '--url', url])).text).toContain(
      '\n… and 5 more unknown resources\n',
    )
  })

  it('should count the active alerts of the server with --with-alerts', async () => {
    const { url, opsgraph } = await start()
    const slow = await opsgraph.receiveAlert(CALLER, {
      ...{ environment: 'Production', resource: 'cache', event: 'Slow', severity: 'major' },
    })
    if (!('id' in slow)) throw new Error('the alert is not stored')
    const { text, status } = await impact(['disk', ...IN_PRODUCTION, '--url', url, '--with-alerts'])
    expect(text.split('\n').slice(0, 4)).toEqual([
      'a failure of disk in environment Production, beside the active alerts, makes 2 services worse',
      '',
      'critical  shop (The shop), now major',
      '  disk -> volume -> database',
    ])
    expect(text).toContain('\ncritical  payments, not hurt now\n')
    expect(text).toContain('\n  cache (alert Slow, major)')
    expect(status).toBe(0)
    const lamp = await impact(['lamp', ...IN_PRODUCTION, '--url', url, '--with-alerts'])
    expect(lamp.printed.slice(0, 3)).toEqual([
      'a failure of lamp in environment Production, beside the active alerts, makes no service worse',
      '',
      'major  shop (The shop), as now',
    ])
    await opsgraph.setAlertStatus(CALLER, { id: slow.id, body: { status: 'ack' } })
    const known = await impact(['cache', ...IN_PRODUCTION, '--url', url, '--with-alerts'])
    expect(known.text).toContain('\ncritical  shop (The shop), now major (acknowledged)\n')
  })

  it('should say what is left of the redundancy, and how much is needed', async () => {
    const { url, opsgraph } = await start()
    await relate(
      opsgraph,
      ['db 1', 'db 2', 'db 3'].map((name) => [name, 'database'] as const),
    )
    const rule = { environment: 'Production', resource: 'database' }
    await opsgraph.putRedundancyRule(CALLER, { ...rule, body: { minHealthy: '50%' } })
    const { text } = await impact(['db 1', ...IN_PRODUCTION, '--url', url])
    expect(text).toMatch(/^warning {2}shop \(The shop\)\n {2}db 1 -> database\n {2}database: 3 of 4 left, 2 needed$/m)
    const broken = await impact(['db 1', 'db 2', 'disk', ...IN_PRODUCTION, '--url', url])
    expect(broken.text).toContain('\n  database: 1 of 4 left, 2 needed')
  })

  it('should say which redundancy holds a failure that hurts no service', async () => {
    const { url, opsgraph } = await start()
    await relate(
      opsgraph,
      ['db 1', 'db 2', 'db 3'].map((name) => [name, 'database'] as const),
    )
    const rule = { environment: 'Production', resource: 'database' }
    await opsgraph.putRedundancyRule(CALLER, { ...rule, body: { minHealthy: 2, degraded: null } })
    const held = ['hurts no service, held by redundancy: db 1', '  database: 3 of 4 left, 2 needed']
    const { text, status } = await impact(['db 1', ...IN_PRODUCTION, '--url', url])
    expect(text.split('\n')).toEqual([
      'a failure of db 1 in environment Production hurts no service: redundancy holds it',
      ...['', ...held],
    ])
    expect(status).toBe(0)
    const [now] = (await impact(['db 1', ...IN_PRODUCTION, '--url', url, '--with-alerts'])).printed
    expect(now).toBe(
      'a failure of db 1 in environment Production, beside the active alerts, makes no service worse: redundancy holds it',
    )
    const file = temporaryFile('state.ndjson', await snapshotOf(opsgraph))
    expect((await impact(['db 1', ...IN_PRODUCTION, '--state', file])).text).toBe(text)
    const both = await impact(['db 1', 'lamp', ...IN_PRODUCTION, '--url', url])
    expect(both.text.split('\n')).toEqual([
      'a failure of db 1, lamp in environment Production hurts no service',
      ...['', 'hurts no service: lamp', '', ...held],
    ])
  })

  it('should name the environment of a redundancy if it is another one', async () => {
    const { url, opsgraph } = await start()
    await opsgraph.createTopology(CALLER, {
      ...{ name: 'test', description: '', service: 'test' },
      nodes: [
        { id: 's', kind: 'service', label: 'test' },
        { id: 'e', kind: 'environment', label: 'Staging' },
        { id: 'd', kind: 'resource', label: 'database' },
      ],
      edges: [
        { source: 's', target: 'e' },
        { source: 'e', target: 'd' },
      ],
    })
    const environment = 'Staging'
    await opsgraph.putRelations(CALLER, { environment, relations: [{ resource: 'db 9', parent: 'database' }] })
    await opsgraph.putRedundancyRule(CALLER, { environment, resource: 'database', body: { minHealthy: 1 } })
    const alert = { environment, resource: 'db 9', event: 'Down', severity: 'critical' as const }
    await opsgraph.receiveAlert(CALLER, alert)
    const { text } = await impact(['disk', ...IN_PRODUCTION, '--url', url, '--with-alerts'])
    expect(text).toContain('\n  database in environment Staging: 0 of 1 left, 1 needed')
  })

  it('should say where the search ended although more lies above', async () => {
    const { url, opsgraph } = await start()
    await relate(
      opsgraph,
      Array.from({ length: 11 }, (_, at) => [`step ${at}`, `step ${at + 1}`] as const),
    )
    const { text, status } = await impact(['step 0', ...IN_PRODUCTION, '--url', url])
    const lines = text.split('\n')
    expect(lines.at(-1)).toMatch(/^not complete: more lies above step 10, beyond the last level/)
    expect([lines[0], lines[2]]).toEqual([
      'a failure of step 0 in environment Production hurts no service within the levels of the search: it reaches 10 resources, none of which is drawn in a topology',
      'hurts no service within the levels of the search: step 0',
    ])
    await relate(opsgraph, [['step 2', 'cache']])
    expect((await impact(['step 0', ...IN_PRODUCTION, '--url', url])).text).toMatch(/ hurts at least 1 service\n/)
    expect(status).toBe(0)
    expect((await impact(['step 1', ...IN_PRODUCTION, '--url', url])).text).not.toContain('not complete')
  })

  it('should show the same from a snapshot, without a server', async () => {
    const { url, opsgraph } = await start()
    const file = temporaryFile('state.ndjson', await snapshotOf(opsgraph))
    const args = ['disk', 'rack', 'disk', ...IN_PRODUCTION]
    const offline = await impact([...args, '--state', file], {})
    expect(offline.text).toBe((await impact([...args, '--url', url])).text)
    const terminal = { read: () => bytesOf(snapshot) }
    const snapshot = await snapshotOf(opsgraph)
    expect((await impact([...args, '--state', '-'], { terminal })).text).toBe(offline.text)
  })

  it('should print the answer of the HTTP API with --json, online and offline', async () => {
    const { url, opsgraph } = await start()
    const args = ['disk', 'volume', ...IN_PRODUCTION, '--json']
    const online = JSON.parse((await impact([...args, '--url', url])).text)
    expect(online).toMatchObject({
      status: 'ok',
      services: [{ service: 'payments', causes: [{ alertId: null, resource: 'disk', explains: 1 }] }, {}],
      unreached: { total: 0, resources: [] },
    })
    const file = temporaryFile('state.ndjson', await snapshotOf(opsgraph))
    const offline = JSON.parse((await impact([...args, '--state', file])).text)
    expect(withoutTimes(offline)).toEqual(withoutTimes(online))
  })

  it('should say what explains other failures, what runs in a circle, and what is not listed', async () => {
    const { url, opsgraph } = await start()
    const circle = [
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'checkout'],
    ] as const
    await relate(opsgraph, circle)
    const hosts = Array.from({ length: 24 }, (_, at) => `host ${at}`)
    await relate(
      opsgraph,
      hosts.map((host) => [host, 'cache'] as const),
    )
    const { text } = await impact(['disk', 'volume', 'a', 'b', ...hosts, ...IN_PRODUCTION, '--url', url])
    expect(text).toContain('\n  disk -> volume -> database (explains 1 other failure)\n')
    expect(text).toContain('\n  a -> b -> checkout (in a circle with b)\n')
    expect(text).toContain('  … and 15 more causes')
    expect(text).toMatch(/^a failure of disk, volume, a, b, host 0, .*host 15 and 8 others in /)
  })

  it('should say that a circle has more failures than are listed', async () => {
    const { url, opsgraph } = await start()
    const ring = Array.from({ length: 150 }, (_, at) => `ring ${at}`)
    await relate(
      opsgraph,
      ring.map((name, at) => [name, ring[at + 1] ?? 'ring 0'] as const),
    )
    await relate(opsgraph, [['ring 0', 'checkout']])
    const { text } = await impact([...ring, ...IN_PRODUCTION, '--url', url])
    expect(text).toMatch(/in a circle with ring 1, .* and more than 80 others\)/)
  })

  it('should say that nothing is hurt, color only a terminal, and escape control characters', async () => {
    const { url } = await start()
    const nothing = await impact(['la\u001bmp', '--environment', '', '--url', url])
    expect(nothing.text).toBe(
      [
        'nothing is known about a failure of la\\u{1b}mp in the empty environment',
        '',
        'unknown: la\\u{1b}mp',
        'No relation, node or alert in the empty environment has this name. Check the spelling and the environment.',
      ].join('\n'),
    )
    const colored = await impact(['disk', ...IN_PRODUCTION, '--url', url], { terminal: { isColored: true } })
    expect(colored.text).toContain('\u001b[31mcritical\u001b[39m')
  })

  it.each([
    [2, ['disk', '--url', 'URL'], /required option '--environment <name>' not specified/],
    [2, [...IN_PRODUCTION, '--url', 'URL'], /missing required argument 'resource'/],
    [2, ['disk', ...IN_PRODUCTION], /^--state or --url \(OPSGRAPH_URL\) is required: /],
    [2, ['disk', ...IN_PRODUCTION, '--state', 'a', '--url', 'URL'], /^--state or --url, not both/],
    [2, ['disk', ...IN_PRODUCTION, '--state', 'SNAPSHOT', '--key', 'a'], /^--key needs --url/],
    [2, ['disk', ...IN_PRODUCTION, '--state', 'SNAPSHOT', '--with-alerts'], /^--with-alerts needs --url/],
    [2, ['disk', ' ', ...IN_PRODUCTION, '--url', 'URL'], /^the server refuses: resources\[1\] must not be empty$/],
    [2, ['disk', ' ', ...IN_PRODUCTION, '--state', 'SNAPSHOT'], /^resources\[1\] must not be empty$/],
    [1, ['disk', ...IN_PRODUCTION, '--url', 'URL', '--key', 'wrong'], /^the server refuses: /],
    [1, ['disk', ...IN_PRODUCTION, '--url', 'URL/other'], /^the server refuses: |not like an opsgraph server/],
    [1, ['disk', ...IN_PRODUCTION, '--state', '/nowhere'], /^there is no file \/nowhere$/],
    [1, ['disk', ...IN_PRODUCTION, '--state', 'BROKEN'], /line 1/],
  ])('should exit with %i for %j', async (status, args, message) => {
    const { url, opsgraph } = await start()
    const files: Readonly<Record<string, string>> = {
      SNAPSHOT: temporaryFile('state.ndjson', await snapshotOf(opsgraph)),
      BROKEN: temporaryFile('broken.ndjson', '{'),
    }
    const refused = impact(args.map((arg) => files[arg] ?? arg.replace('URL', url)))
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toSatisfy((error) => toFailure(error).status === status)
  })
})

// Helpers

async function impact(args: readonly string[], stage: Stage = {}) {
  return await runProgram(['impact', ...args], { env, ...stage })
}

/** A server with two services that use a database on a disk, and an alert. */
async function start() {
  const server = await startServer()
  const draw = async (service: string, resources: readonly string[]) =>
    await server.opsgraph.createTopology(CALLER, {
      ...{ name: service, description: '', service },
      nodes: [
        { id: `${service} s`, kind: 'service', label: service },
        { id: `${service} e`, kind: 'environment', label: 'Production' },
        ...resources.map((label) => ({ id: `${service} ${label}`, kind: 'resource' as const, label })),
      ],
      edges: [
        { source: `${service} s`, target: `${service} e` },
        ...resources.map((label) => ({ source: `${service} e`, target: `${service} ${label}` })),
      ],
    })
  await draw('shop', ['database', 'cache'])
  await draw('payments', ['checkout'])
  await server.opsgraph.putCatalogService(CALLER, { serviceId: 'shop', body: { name: 'The shop' } })
  await relate(server.opsgraph, [
    ['disk', 'volume'],
    ['volume', 'database'],
    ['database', 'checkout'],
  ])
  for (const resource of ['cache', 'lamp']) {
    await server.opsgraph.receiveAlert(CALLER, { environment: 'Production', resource, event: 'Down' })
  }
  return server
}

async function relate(opsgraph: Opsgraph, pairs: readonly (readonly [string, string])[]): Promise<void> {
  const relations = pairs.map(([resource, parent]) => ({ resource, parent }))
  await opsgraph.putRelations(CALLER, { environment: 'Production', relations })
}

async function snapshotOf(opsgraph: Opsgraph): Promise<string> {
  const parts: string[] = []
  await opsgraph.saveSnapshot(CALLER, async (text) => {
    parts.push(text)
  })
  return parts.join('')
}

/** An answer without the times, which depend on the clock. */
function withoutTimes(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value) => (key === 'since' ? '' : value)))
}
