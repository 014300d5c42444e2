import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type CommandProcess, serve } from '../../packages/cli/test/command-process.js'
import { StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { HostileReceiver, type ReceivedMessage } from './hostile-receiver.js'
import { KEYS, send } from './load.js'
import { ROUNDS } from './rounds.js'

const SERVICES = ['bank', 'shop', 'search', 'mail', 'maps']
const SEVERITIES = ['critical', 'major', 'minor', 'ok'] as const

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('deliveries of subscriptions', () => {
  it(
    'should bring the newest state to a receiver that fails, though all servers are killed, with one id for its tries',
    async () => {
      const receiver = await HostileReceiver.start()
      onTestFinished(() => receiver.stop())
      const env = {
        ...{ ...KEYS, DATABASE_URL: await postgres.createDatabase('killed_deliveries') },
        ...{ SUBSCRIPTION_ALLOW: '127.0.0.0/8', SUBSCRIPTION_RETRY_SECONDS: '1' },
      }
      let servers = await start(env)
      await subscribe(servers.urls[0] ?? '', receiver.url)
      for (let round = 1; round <= ROUNDS; round++) {
        receiver.isFailing = true
        const states = await changeStates(servers.urls)
        for (const server of servers.processes) server.kill('SIGKILL')
        await Promise.all(servers.processes.map((server) => server.ended))
        receiver.isFailing = false
        servers = await start(env)
        await vi.waitUntil(() => isNewest(receiver, states), { timeout: 90_000, interval: 50 })
      }
      for (const server of servers.processes) server.kill('SIGTERM')
      const ends = await Promise.all(servers.processes.map((server) => server.ended))
      expect(ends.map(({ end }) => end)).toEqual([0, 0])
      expectOneId(receiver.read)
      expect(ends.map(({ stderr }) => stderr).join('')).not.toContain('/hooks')
    },
    120_000 + ROUNDS * 120_000,
  )

  it('should accept each state once from two servers that work at the same time', async () => {
    const receiver = await HostileReceiver.start()
    onTestFinished(() => receiver.stop())
    const env = {
      ...{ ...KEYS, DATABASE_URL: await postgres.createDatabase('two_deliverers') },
      SUBSCRIPTION_ALLOW: '127.0.0.0/8',
    }
    const { urls, processes } = await start(env)
    await subscribe(urls[0] ?? '', receiver.url)
    for (const severity of ['critical', 'major', 'minor', 'ok'] as const) {
      for (const [at, service] of SERVICES.entries()) await sendAlert(urls[at % 2] ?? '', service, severity)
      const states = new Map(SERVICES.map((service) => [service, severity === 'ok' ? null : severity]))
      await vi.waitUntil(() => isNewest(receiver, states), { timeout: 30_000, interval: 50 })
    }
    expect(receiver.read).toHaveLength(4 * SERVICES.length)
    for (const server of processes) server.kill('SIGTERM')
    expect((await Promise.all(processes.map((server) => server.ended))).map(({ end }) => end)).toEqual([0, 0])
  }, 180_000)
})

// Helpers

interface Servers {
  readonly processes: readonly CommandProcess[]
  readonly urls: readonly string[]
}

/** Starts two servers on one database. */
async function start(env: Readonly<Record<string, string>>): Promise<Servers> {
  const processes = [serve([], env), serve([], env)]
  return { processes, urls: await Promise.all(processes.map((server) => server.url())) }
}

async function subscribe(url: string, receiver: string): Promise<void> {
  const json = { name: 'all', format: 'json', url: receiver, waitSeconds: 0, minSeverity: 'minor' }
  expect((await send(url, { method: 'POST', path: '/api/subscription', json })).status).toBe(201)
}

/** Sends an alert that names a service, or the end of this alert. */
async function sendAlert(url: string, service: string, severity: string): Promise<void> {
  const json = { environment: 'E', resource: service, event: 'Down', severity, service: [service] }
  expect((await send(url, { method: 'POST', path: '/api/alert', json })).status).toBeLessThan(300)
}

/** Changes the states of services again and again. Returns the last state of each. */
async function changeStates(urls: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const states = new Map<string, string | null>()
  for (let change = 0; change < 20; change++) {
    const [service, severity] = [anyOf(SERVICES), anyOf(SEVERITIES)]
    await sendAlert(anyOf(urls), service, severity)
    states.set(service, severity === 'ok' ? null : severity)
    await delay(Math.random() * 200)
  }
  return states
}

/** Whether the receiver has accepted these states last. A service without an accepted message counts as not hurt. */
function isNewest(receiver: HostileReceiver, states: ReadonlyMap<string, string | null>): boolean {
  const newest = receiver.newest()
  return [...states].every(([service, to]) => (newest.get(service) ?? null) === to)
}

/** Expects that all tries of a state had one id, and that no two states had the same one. */
function expectOneId(read: readonly ReceivedMessage[]): void {
  const ids = new Map<string, string>()
  for (const { service, sequence, id } of read) {
    const state = `${service} ${sequence}`
    expect(ids.get(state) ?? id, state).toBe(id)
    ids.set(state, id)
  }
  expect(new Set(ids.values()).size).toBe(ids.size)
}

function anyOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item
}
