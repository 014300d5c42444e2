import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { EventReader } from '../../packages/http/test/event-reader.js'
import { StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { KEYS, ready, send } from './load.js'
import { listOtherLines } from './log-lines.js'

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

const opened: EventReader[] = []
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close()
})

describe('streams of events', () => {
  it('should stay open while the database is away, and begin anew when it is back', { timeout: 90_000 }, async () => {
    const server = serve([], { ...KEYS, DATABASE_URL: await postgres.createDatabase('events_outage') })
    const url = await server.url()
    const reader = await open(url)
    await reader.hears(`alert created ${await raise(url, 'before')}`)
    await postgres.crash()
    await vi.waitUntil(async () => (await ready(url)).status === 503, { timeout: 30_000, interval: 20 })
    const resets = () => reader.blocks.filter((block) => block.startsWith('event: reset')).length
    expect([reader.isOver, resets()]).toEqual([false, 1])
    await postgres.restart()
    // After a restart, the log of relations is not trusted, so the server tells the reader to read everything anew.
    await reader.until(() => resets() === 2)
    await reader.hears(`alert created ${await raise(url, 'after')}`)
    server.kill('SIGTERM')
    const { end, stderr } = await server.ended
    expect(end).toBe(0)
    expect(listOtherLines(stderr)).toEqual([])
  })

  it('should tell on one server what another one did before it was killed', { timeout: 90_000 }, async () => {
    const env = { ...KEYS, DATABASE_URL: await postgres.createDatabase('events_killed') }
    const [kept, killed] = [serve([], env), serve([], env)]
    const [url, other] = await Promise.all([kept.url(), killed.url()])
    const [reader, cut] = [await open(url), await open(other)]
    const id = await raise(other, 'last')
    killed.kill('SIGKILL')
    await cut.over()
    await reader.hears(`alert created ${id}`)
    // The remaining server notices changes of the impact too.
    await reader.hears('impact changed bank')
    kept.kill('SIGTERM')
    await kept.ended
  })

  it('should have a comment every 15 seconds, and end within 15 seconds of the end of their key', {
    timeout: 90_000,
  }, async () => {
    const server = serve([], { ...KEYS, DATABASE_URL: await postgres.createDatabase('events_keys') })
    const url = await server.url()
    const created = await send(url, { method: 'POST', path: '/api/key', json: { user: 'me', scopes: ['read:alerts'] } })
    const { key, data } = created.body as { readonly key: string; readonly data: { readonly id: string } }
    const [kept, revoked] = [await open(url), await open(url, key)]
    const begun = performance.now()
    expect((await send(url, { method: 'DELETE', path: `/api/key/${data.id}` })).status).toBe(200)
    await revoked.over()
    expect(performance.now() - begun).toBeLessThan(15_000)
    await kept.until(({ blocks }) => blocks.filter((block) => block.startsWith(':')).length === 2)
    const [first = 0, second = 0] = kept.times.filter((_, at) => kept.blocks[at]?.startsWith(':'))
    expect(second - first).toBeGreaterThan(13_000)
    expect(second - first).toBeLessThan(17_000)
    server.kill('SIGTERM')
    await server.ended
  })

  it('should end at once when the server is stopped, which they do not delay', { timeout: 60_000 }, async () => {
    const server = serve([], { ...KEYS, DATABASE_URL: await postgres.createDatabase('events_stopped') })
    const url = await server.url()
    const readers = await Promise.all([open(url), open(url), open(url)])
    const begun = performance.now()
    server.kill('SIGTERM')
    await Promise.all(readers.map((reader) => reader.over()))
    const { end } = await server.ended
    expect(end).toBe(0)
    // The server waits 10 s for a request in flight.
    expect(performance.now() - begun).toBeLessThan(9_000)
  })
})

// Helpers

async function open(url: string, key = KEYS.ADMIN_KEY): Promise<EventReader> {
  const reader = await EventReader.open({ url }, { key })
  opened.push(reader)
  await reader.until(({ blocks }) => blocks.length > 0)
  return reader
}

async function raise(url: string, resource: string): Promise<string> {
  const json = { environment: 'Production', resource, event: 'Down', severity: 'major', service: ['bank'] }
  const { body } = await send(url, { method: 'POST', path: '/api/alert', json })
  return (body as { readonly id: string }).id
}
