import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import type { GraphCommand, GraphRecord } from '../../packages/use-case-contract/src/graph-command.js'
import { findViolations } from '../invariants/check-invariants.js'
import { holdTable } from '../once-a-run/postgres-server.js'
import { buildRequest, computeExpected, type PlacedCommand, readState } from './graph-state.js'
import { KEY, KEYS, send } from './load.js'
import { listOtherLines } from './log-lines.js'

const PLACE = 'Lab'
/**
 * The number of connections that break at the same time. It exceeds the number of files that a server receives at once.
 */
const LOST = 30

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('an import whose sender is lost', () => {
  it.each(['length', 'chunks'] as const)(
    'should write nothing and hold up no other import: a body with %s',
    async (kind) => {
      const database = await postgres.createDatabase(`lost_${kind}`)
      const server = serve([], { ...KEYS, DATABASE_URL: database })
      const url = await server.url()
      await send(url, buildRequest(STORED))
      const before = await readState(url, PLACE)
      for (const part of PARTS) {
        await Promise.all(Array.from({ length: LOST }, () => sendPart(url, kind, part)))
        expect(await readState(url, PLACE)).toEqual(before)
      }
      expect((await send(url, buildRequest(SENT))).status).toBe(200)
      expect(await readState(url, PLACE)).toEqual((await computeExpected([STORED, SENT], PLACE)).state)
      server.kill('SIGTERM')
      expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
    },
    120_000,
  )
})

describe('a change of the graph whose session PostgreSQL ends', () => {
  const tables = ['service_catalog', 'topology', 'topology_node', 'relation', 'relation_claim', 'audit_entry']
  const cases: readonly (readonly [GraphCommand['kind'], string])[] = [
    ...tables.map((table) => ['import', table] as const),
    ...['relation', 'topology', 'alert', 'resource_alias', 'audit_entry'].map((table) => ['rename', table] as const),
    ...['relation', 'topology', 'audit_entry'].map((table) => ['decommission', table] as const),
    ...['alert', 'relation'].map((table) => ['alert', table] as const),
  ]

  it('should write nothing, say that the database does not answer, and do it when it is sent again', async () => {
    const database = await postgres.createDatabase('ended')
    const server = serve([], { ...KEYS, DATABASE_URL: database })
    const url = await server.url()
    for (const [kind, table] of cases) {
      const place = `${kind}-${table}`
      const [stored, alert, command] = [STORED, ALERT, COMMANDS[kind]].map((one) => ({ ...one, place })) as Three
      for (const earlier of [stored, alert]) await send(url, buildRequest(earlier))
      const before = await readState(url, place)
      const held = await holdTable(database, table)
      const pending = send(url, buildRequest(command))
      await vi.waitUntil(held.isAwaited, { timeout: 60_000, interval: 10 })
      const ended = await connected(database, (run) => run(END_WAITING))
      expect([place, ended.length]).toEqual([place, 1])
      const { status, retryAfter, body } = await pending
      await held.release()
      expect([place, status, retryAfter]).toEqual([place, 503, '5'])
      expect(body).toMatchObject({ status: 'error', message: expect.stringContaining('database') })
      expect(await readState(url, place)).toEqual(before)
      expect([200, 201]).toContain((await send(url, buildRequest(command))).status)
      expect(await readState(url, place)).toEqual((await computeExpected([stored, alert, command], place)).state)
    }
    await connected(database, async (run) => expect(await findViolations(run)).toEqual([]))
    server.kill('SIGTERM')
    const { end, stderr } = await server.ended
    expect([end, listOtherLines(stderr)]).toEqual([0, []])
  }, 300_000)
})

// Helpers

const RECORD: GraphRecord = { resource: 'a', parents: ['b'], services: ['shop'], type: 'vm' }

function imported(source: string, file: readonly GraphRecord[]): PlacedCommand {
  return { place: PLACE, command: { kind: 'import', source, mode: 'replace', file } }
}

const STORED = imported('scan', [RECORD, { ...RECORD, resource: 'b', parents: [] }])
const SENT = imported('scan', [
  { ...RECORD, parents: ['c'], services: ['shop', 'bank'] },
  { ...RECORD, resource: 'c', parents: [], services: ['bank'] },
])
const ALERT: PlacedCommand = {
  place: PLACE,
  command: {
    ...{ kind: 'alert', resource: 'a', origin: 'zabbix', severity: 'major' },
    ...{ resourceParent: 'b', resourceChildren: [] },
  },
}

type Three = [PlacedCommand, PlacedCommand, PlacedCommand]

const COMMANDS: Partial<Readonly<Record<GraphCommand['kind'], PlacedCommand>>> = {
  import: SENT,
  rename: { place: PLACE, command: { kind: 'rename', from: 'a', to: 'd', merge: false } },
  decommission: { place: PLACE, command: { kind: 'decommission', resource: 'a' } },
  alert: {
    place: PLACE,
    command: {
      ...{ kind: 'alert', resource: 'a', origin: 'zabbix', severity: 'major' },
      ...{ resourceParent: 'c', resourceChildren: ['d'] },
    },
  },
}

const END_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'opsgraph' and datname = current_database() and wait_event_type = 'Lock'`

/** A file whose parts are valid files too, so that a server could take a part for the whole file. */
const FILE = ['resource,parent,environment,services', 'a,c,Lab,shop', 'c,,Lab,bank', ''].join('\r\n')
const PARTS = ['', 'resource,parent,environment,services\r\n', FILE.slice(0, FILE.indexOf('c,,')), FILE.slice(0, -1)]

/** Sends a part of the file, and then breaks the connection. */
async function sendPart(url: string, kind: 'length' | 'chunks', part: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const isWhole = kind === 'length'
  const head = [
    'POST /api/resources/import?source=scan-Lab&mode=replace HTTP/1.1',
    ...['Host: x', `Authorization: Key ${KEY}`, 'Content-Type: text/csv'],
    isWhole ? `Content-Length: ${FILE.length}` : 'Transfer-Encoding: chunked',
  ]
  const sent = isWhole || part === '' ? part : `${part.length.toString(16)}\r\n${part}\r\n`
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`, resolve))
  // The server reads the part before the connection breaks.
  await delay(20)
  socket.destroy()
}
