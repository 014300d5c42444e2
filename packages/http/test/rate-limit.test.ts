import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY, expectRefusal, type Received, useServer } from './test-server.js'

const server = useServer(() => ({}), { rateLimits: { perKey: 3, perWebhook: 2 } })
const unlimited = useServer()

// The rate limits use the fake clock. Connections use the system clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

describe('the limit of an API key', () => {
  it('should accept the limit of requests within a minute, then answer 429 with the time to wait', async () => {
    const key = await server.current.keyWith(['read'])
    expect(await statuses(4, () => list(key))).toEqual([200, 200, 200, 429])
    expectWait(await list(key), 'too many requests with this API key: at most 3 a minute')
    vi.advanceTimersByTime(60_001)
    expect(await statuses(4, () => list(key))).toEqual([200, 200, 200, 429])
  })

  it('should count in fixed windows of one minute, as documented', async () => {
    const key = await server.current.keyWith(['read'])
    expect(await statuses(1, () => list(key))).toEqual([200])
    vi.advanceTimersByTime(40_000)
    expect(await statuses(3, () => list(key))).toEqual([200, 200, 429])
    vi.advanceTimersByTime(20_001)
    expect(await statuses(4, () => list(key))).toEqual([200, 200, 200, 429])
  })

  it('should apply to each key separately', async () => {
    const [one, other] = [await server.current.keyWith(['read']), await server.current.keyWith(['read'])]
    await statuses(5, () => list(one))
    expect((await list(other)).status).toBe(200)
    expect((await list(ADMIN_KEY)).status).toBe(200)
  })

  it('should not access the store for requests beyond the limit', async () => {
    const key = await server.current.keyWith(['read'])
    await statuses(3, () => list(key))
    const asked = vi.spyOn(server.current.store.apiKeys, 'readByDigest')
    expect((await list(key)).status).toBe(429)
    expect(asked).not.toHaveBeenCalled()
  })

  it('should count concurrent requests', async () => {
    const key = await server.current.keyWith(['read'])
    const answers = await Promise.all(Array.from({ length: 10 }, () => list(key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  it('should count forbidden requests, but not requests with unknown keys', async () => {
    const key = await server.current.keyWith(['read'])
    const write = () => server.current.call('POST', '/api/alert', { key, json: {} })
    expect(await statuses(4, write)).toEqual([403, 403, 403, 429])
    expect(await statuses(5, () => list('unknown'))).toEqual([401, 401, 401, 401, 401])
  })
})

describe('the limit of a webhook', () => {
  beforeEach(async () => {
    for (const id of ['one', 'other']) {
      await server.current.opsgraph.createWebhook({ user: 'admin', scopes: ['admin'], requestId: null }, config(id))
    }
  })

  it('should accept the limit of deliveries within a minute for each webhook, whatever their results', async () => {
    expect(await statuses(3, () => deliver('one'))).toEqual([200, 200, 429])
    expectWait(await deliver('one'), 'too many deliveries to this webhook: at most 2 a minute')
    expect((await deliver('other')).status).toBe(200)
    vi.advanceTimersByTime(60_001)
    expect(await statuses(3, () => deliver('one', '{'))).toEqual([400, 400, 429])
  })

  it('should count refused deliveries in the metrics, and not add them to the histories', async () => {
    await statuses(4, () => deliver('one'))
    const histories = await server.current.store.webhooks.histories('one')
    expect(histories.payloads).toHaveLength(2)
    expect(histories.errors).toHaveLength(0)
    const { text } = await server.current.call('GET', '/metrics')
    expect(text).toContain('opsgraph_webhook_deliveries_total{webhook="one",result="rateLimited"} 2')
  })

  it('should not count deliveries to unknown webhooks', async () => {
    expect(await statuses(4, () => deliver('unknown'))).toEqual([404, 404, 404, 404])
  })

  it('should answer before the body has arrived', async () => {
    await statuses(2, () => deliver('one'))
    const socket = connect(Number(new URL(server.current.url).port), '127.0.0.1')
    socket.write('POST /api/webhooks/custom/one HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n{')
    const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (data) => resolve([data])))
    socket.destroy()
    expect(answer?.toString()).toMatch(/^HTTP\/1\.1 429 /)
  })
})

describe('without limits', () => {
  it('should accept an unlimited number of requests', async () => {
    const list = () => unlimited.current.call('GET', '/api/alerts')
    expect(new Set(await statuses(50, list))).toEqual(new Set([200]))
  })
})

// Helpers

function list(key: string): Promise<Received> {
  return server.current.call('GET', '/api/alerts', { key })
}

function deliver(webhook: string, body = '{"host": "web-1"}'): Promise<Received> {
  return server.current.call('POST', `/api/webhooks/custom/${webhook}`, { key: null, body })
}

function config(id: string) {
  const defaultValues = { environment: 'Production', type: 'x', event: 'x', severity: 'major', text: 'x' }
  return { id, enabled: true, fieldMappings: { resource: 'host' }, defaultValues }
}

async function statuses(count: number, send: () => Promise<Received>): Promise<number[]> {
  const sent: number[] = []
  for (let index = 0; index < count; index++) sent.push((await send()).status)
  return sent
}

function expectWait(answer: Received, words: string): void {
  expectRefusal(answer, 429, words)
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
}
