import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN, ADMIN_KEY, expectRefusal, type Received, useServer } from './test-server.js'

const LIMIT = 3
const MAPPING = {
  enabled: true,
  fieldMappings: { resource: 'host' },
  defaultValues: { environment: 'Production', type: 'x', event: 'x', severity: 'major', text: 'x' },
}
const server = useServer(() => ({}), { rateLimits: { wrongKeys: LIMIT }, trustProxy: 1 })
const unlimited = useServer()

// The limit uses the fake clock. Connections use the system clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('wrong keys from one address', () => {
  it('should be answered 401, and beyond the limit of a minute 429 with the time to wait', async () => {
    expect(await statuses(4, (at) => list(`wrong-${at}`))).toEqual([401, 401, 401, 429])
    const refused = await list('wrong')
    expectRefusal(refused, 429, 'too many wrong API keys from this address')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    vi.advanceTimersByTime(60_001)
    expect(await statuses(4, (at) => list(`wrong-${at}`))).toEqual([401, 401, 401, 429])
  })

  it('should count in whichever header they are sent', async () => {
    const sent: readonly Record<string, string>[] = [
      { Authorization: 'Key wrong-1' },
      { Authorization: 'Bearer wrong-2' },
      { 'X-API-Key': 'wrong-3' },
    ]
    const ask = (headers: Record<string, string>) => server.current.call('GET', '/api/alerts', { key: null, headers })
    for (const headers of sent) expect((await ask(headers)).status).toBe(401)
    for (const headers of sent) expect((await ask(headers)).status).toBe(429)
  })

  it('should be looked up a limited number of times, however many are sent at a time', async () => {
    const asked = vi.spyOn(server.current.store.apiKeys, 'readByDigest')
    await Promise.all(Array.from({ length: 50 }, (_, at) => list(`wrong-${at}`)))
    await statuses(50, (at) => list(`other-${at}`))
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2 * LIMIT)
  })

  it('should block no valid key that was used before, and no new one if only one sender has a wrong key', async () => {
    const [used, unused] = [await server.current.keyWith(['read']), await server.current.keyWith(['read'])]
    expect((await list(used)).status).toBe(200)
    await statuses(50, () => list('wrong'))
    expect((await list(unused)).status).toBe(200)
    await statuses(50, (at) => list(`wrong-${at}`))
    const [late, asked] = [
      await server.current.keyWith(['read']),
      vi.spyOn(server.current.store.apiKeys, 'readByDigest'),
    ]
    expect(await statuses(3, (at) => list([used, unused, late][at] ?? ''))).toEqual([200, 200, 429])
    expect(asked).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(60_001)
    expect((await list(late)).status).toBe(200)
  })

  it('should not block a caller who sends many requests at a time with a new valid key', async () => {
    const key = await server.current.keyWith(['read'])
    const answers = await Promise.all(Array.from({ length: 20 }, () => list(key)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it('should notice a key that is deleted', async () => {
    const key = await server.current.keyWith(['read'])
    expect((await list(key)).status).toBe(200)
    const { apiKeys } = server.current.store
    vi.spyOn(apiKeys, 'readByDigest').mockResolvedValue(undefined)
    expect(await statuses(5, () => list(key))).toEqual([401, 401, 401, 429, 429])
  })

  it('should not count for other addresses, and count together for an IPv6 network', async () => {
    await statuses(5, () => list('wrong', '192.0.2.1'))
    expect((await list('wrong', '192.0.2.1')).status).toBe(429)
    expect((await list('wrong', '192.0.2.2')).status).toBe(401)
    const network = (at: number) => `2001:db8::${at}`
    expect(await statuses(4, (at) => list('wrong', network(at)))).toEqual([401, 401, 401, 429])
    expect((await list('wrong', '2001:db8:0:1::1')).status).toBe(401)
  })

  it('should not include requests without a key, or requests that a valid key may not send', async () => {
    const key = await server.current.keyWith(['read'])
    expect(new Set(await statuses(9, () => list(null)))).toEqual(new Set([401]))
    const write = () => server.current.call('POST', '/api/alert', { key, json: {} })
    expect(new Set(await statuses(9, write))).toEqual(new Set([403]))
    expect((await list('wrong')).status).toBe(401)
  })

  it('should not count while the store does not answer', async () => {
    vi.spyOn(server.current.store.apiKeys, 'readByDigest').mockRejectedValue(new Error('gone'))
    expect(new Set(await statuses(9, (at) => list(`any-${at}`)))).toEqual(new Set([500]))
    vi.restoreAllMocks()
    expect((await list('any')).status).toBe(401)
  })

  it('should be answered 401 in any number if there is no limit', async () => {
    const wrong = () => unlimited.current.call('GET', '/api/alerts', { key: 'wrong' })
    expect(new Set(await statuses(50, wrong))).toEqual(new Set([401]))
  })
})

describe('wrong keys sent to a webhook', () => {
  it('should be answered 401 and stored in its histories, and beyond the limit 429 and stored nowhere', async () => {
    await createHooks()
    expect(await statuses(4, (at) => deliver(`wrong-${at}`))).toEqual([401, 401, 401, 401])
    expect(await errorHistory()).toHaveLength(4)
    expect(await statuses(4, (at) => deliver(`other-${at}`))).toEqual([401, 401, 429, 429])
    const histories = await errorHistory()
    const refused = await deliver('wrong')
    expectRefusal(refused, 429, 'too many wrong API keys from this address')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await errorHistory()).toEqual(histories)
    vi.advanceTimersByTime(60_001)
    expect((await deliver('wrong')).status).toBe(401)
  })

  it('should not be looked up again', async () => {
    await createHooks()
    const asked = vi.spyOn(server.current.store.apiKeys, 'readByDigest')
    expect(await statuses(5, () => deliver('wrong'))).toEqual([401, 401, 401, 429, 429])
    expect(asked.mock.calls.length).toBeLessThanOrEqual(LIMIT)
  })

  it('should count together with wrong keys that are sent to the API', async () => {
    await createHooks()
    expect(await statuses(3, (at) => list(`wrong-${at}`))).toEqual([401, 401, 401])
    expect(await statuses(4, (at) => deliver(`other-${at}`))).toEqual([401, 401, 401, 429])
  })

  it('should block no valid key, neither the key of the webhook nor another one', async () => {
    const bound = await createHooks()
    const other = await server.current.keyWith(['write:alerts'])
    await statuses(3, () => deliver('wrong'))
    expect((await deliver(bound)).status).toBe(200)
    expect(await statuses(9, () => deliver(other))).toEqual(Array(9).fill(401))
    await statuses(9, (at) => deliver(`wrong-${at}`))
    expect(await statuses(3, () => deliver(bound))).toEqual([200, 200, 200])
    expect((await list(bound)).status).toBe(200)
  })

  it('should not become valid by deliveries to a webhook that requires no key', async () => {
    await createHooks()
    expect(await statuses(3, () => deliver('made-up', 'open'))).toEqual([200, 200, 200])
    expect(await statuses(5, () => deliver('made-up'))).toEqual([401, 401, 401, 429, 429])
    expect(await statuses(3, () => deliver('made-up', 'open'))).toEqual([200, 200, 200])
  })

  it('should not count the key of the administrator as wrong', async () => {
    await createHooks()
    expect(await statuses(9, () => deliver(ADMIN_KEY))).toEqual(Array(9).fill(401))
    expect((await list(ADMIN_KEY)).status).toBe(200)
  })

  it('should count only when the body is complete; a body that is cut off or too large changes no count', async () => {
    await createHooks()
    const asked = vi.spyOn(server.current.store.apiKeys, 'readByDigest')
    const held = Array.from({ length: 2 * LIMIT }, (_, at) => hold(`held-${at}`))
    const key = await server.current.keyWith(['read'])
    await vi.waitFor(() => expect(held.every(({ readyState }) => readyState === 'open')).toBe(true))
    expect((await list(key)).status).toBe(200)
    asked.mockClear()
    for (const guess of Array.from({ length: 12 }, (_, at) => `held-${at}`)) {
      await deliver(guess)
      held.shift()?.destroy()
      await deliver(guess, 'keyed', ' '.repeat(1_100_000))
    }
    expect(asked.mock.calls.length).toBe(2 * LIMIT)
    for (const socket of held) socket.destroy()
  })
})

// Helpers

/** Sends a delivery whose body never becomes complete. */
function hold(key: string): Socket {
  const { hostname, port } = new URL(server.current.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(`POST /api/webhooks/custom/keyed HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.9\r\n`)
  socket.write(`X-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`)
  return socket
}

/** Creates the webhooks `keyed` and `open`, and returns the API key that `keyed` requires. */
async function createHooks(): Promise<string> {
  const { opsgraph } = server.current
  const { key, secret } = await opsgraph.createApiKey(ADMIN, { user: 'tool', scopes: ['write:alerts'] })
  const apiKeyId = key.id
  for (const json of [
    { id: 'keyed', authMode: 'api_key', apiKeyId },
    { id: 'open', authMode: 'none' },
  ]) {
    const created = await server.current.call('POST', '/api/webhook_config', { json: { ...MAPPING, ...json } })
    expect(created.status, created.text).toBe(201)
  }
  return secret
}

function deliver(key: string, webhook = 'keyed', body = '{"host":"web-1"}'): Promise<Received> {
  return server.current.call('POST', `/api/webhooks/custom/${webhook}`, {
    key: null,
    body,
    headers: { 'X-Forwarded-For': '192.0.2.9', 'X-API-Key': key, 'Content-Type': 'application/json' },
  })
}

async function errorHistory(): Promise<unknown> {
  const { body } = await server.current.call('GET', '/api/webhook_config/keyed')
  return (body.webhook_config as { errorHistory: unknown }).errorHistory
}

function list(key: string | null, address = '192.0.2.9'): Promise<Received> {
  return server.current.call('GET', '/api/alerts', { key, headers: { 'X-Forwarded-For': address } })
}

async function statuses(count: number, send: (at: number) => Promise<Received>): Promise<number[]> {
  const sent: number[] = []
  for (let index = 0; index < count; index++) sent.push((await send(index)).status)
  return sent
}
