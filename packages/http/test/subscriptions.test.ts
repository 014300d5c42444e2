import { describe, expect, it } from 'vitest'
import { expectRefusal, useServer } from './test-server.js'

const PATH = '/api/subscription'
const HOOK = { name: 'Tickets', format: 'json', url: 'https://tickets.test/hooks/secret-path' }
const server = useServer()
const call = (method: string, path: string, json?: unknown, key?: string) =>
  server.current.call(method, path, { ...(json !== undefined && { json }), ...(key !== undefined && { key }) })

const NONE_UNKNOWN = { services: [], owners: [], otherOwner: [], near: [] }

interface Answer {
  readonly subscription: { readonly id: string; readonly url: string }
  readonly secret?: string
}

async function created(json: object = HOOK): Promise<Answer> {
  return (await call('POST', PATH, json)).body as unknown as Answer
}

describe('the endpoints of subscriptions', () => {
  it('should create, list, read, change and delete a subscription', async () => {
    const { subscription, secret, ...rest } = await created()
    expect(rest).toEqual({ status: 'ok', unknown: NONE_UNKNOWN })
    expect(secret).toMatch(/^whsec_/)
    expect(subscription).toMatchObject({ name: 'Tickets', url: 'https://tickets.test/***', filters: {}, stale: false })
    const one = `${PATH}/${subscription.id}`
    expect((await call('GET', PATH)).body).toMatchObject({ subscriptions: [subscription], total: 1 })
    const read = await call('GET', one)
    expect(read.body).toEqual({
      status: 'ok',
      subscription,
      unknown: NONE_UNKNOWN,
      owed: [],
      owedTotal: 0,
      deliveries: [],
    })
    const changed = await call('PUT', one, { ...subscription, waitSeconds: 60 })
    expect(changed.body).toEqual({
      status: 'ok',
      subscription: { ...subscription, waitSeconds: 60, updateTime: expect.any(String) },
      unknown: NONE_UNKNOWN,
    })
    const rotated = await call('POST', `${one}/secret`)
    expect(rotated).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } })
    expect(rotated.body).not.toMatchObject({ secret })
    expect((await call('DELETE', one)).body).toEqual({ status: 'ok' })
    for (const method of ['GET', 'DELETE']) expectRefusal(await call(method, one), 404, 'subscription')
    expectRefusal(await call('PUT', one, {}), 404, 'subscription')
    expectRefusal(await call('POST', `${one}/secret`), 404, 'subscription')
  })

  it('should keep the address if the masked one is sent back, and make a secret for a new format', async () => {
    const { subscription, secret } = await created({ ...HOOK, format: 'slack' })
    expect(secret).toBeUndefined()
    const one = `${PATH}/${subscription.id}`
    const address = async () => (await server.current.store.subscriptions.read(subscription.id))?.address
    const before = await address()
    await call('PUT', one, subscription)
    expect(await address()).toEqual(before)
    const changed = await call('PUT', one, { format: 'json', url: HOOK.url })
    expect(changed.body.secret).toMatch(/^whsec_/)
  })

  it('should send a test, say what came of it, and list it', async () => {
    const { subscription } = await created()
    const one = `${PATH}/${subscription.id}`
    const { status, body } = await call('POST', `${one}/test`)
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        delivery: {
          ...{ kind: 'test', id: subscription.id, messageId: expect.any(String), sequence: 0, from: null },
          ...{ to: 'informational', acknowledged: false, repeat: false, time: expect.any(String) },
          ...{ delivered: true, status: 200, error: null, took: 1 },
        },
      },
    ])
    expect((await call('GET', one)).body.deliveries).toEqual([body.delivery])
    expectRefusal(await call('POST', `${PATH}/unknown/test`), 404, 'subscription not found')
  })

  it('should name every fault of a body', async () => {
    const answer = await call('POST', PATH, { format: 'pagerduty', kinds: [], url: 'ftp://x', color: 'red' })
    expect(answer.status).toBe(400)
    const issues = answer.body.errors as readonly { path: string }[]
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['color', 'kinds', 'name', 'secret', 'url'])
    const { subscription } = await created({ ...HOOK, format: 'slack' })
    expectRefusal(await call('POST', `${PATH}/${subscription.id}/secret`), 400, 'format slack has no signing secret')
  })

  it('should need read:subscriptions to read, and write:subscriptions with read:alerts to write', async () => {
    const { subscription } = await created()
    const one = `${PATH}/${subscription.id}`
    const requests = [
      ['GET', PATH],
      ['GET', one],
      ['POST', PATH, HOOK],
      ['PUT', one, {}],
      ['POST', `${one}/secret`],
      ['POST', `${one}/test`],
      ['DELETE', one],
    ] as const
    const statuses = async (...scopes: Parameters<typeof server.current.keyWith>[0]) => {
      const key = await server.current.keyWith(scopes)
      const found: number[] = []
      for (const [method, path, json] of requests) found.push((await call(method, path, json, key)).status)
      return found
    }
    const [none, reads] = [
      [403, 403, 403, 403, 403, 403, 403],
      [200, 200, 403, 403, 403, 403, 403],
    ]
    expect(await statuses()).toEqual(none)
    expect(await statuses('write:alerts', 'admin:keys')).toEqual(none)
    expect(await statuses('read:subscriptions')).toEqual(reads)
    expect(await statuses('write:subscriptions')).toEqual(reads)
    expect(await statuses('read:subscriptions', 'read:alerts')).toEqual(reads)
    expect(await statuses('write:subscriptions', 'read:alerts')).toEqual([200, 200, 201, 200, 200, 200, 200])
    const key = await server.current.keyWith(['write:subscriptions'])
    expectRefusal(await call('POST', PATH, HOOK, key), 403, 'this needs the scope read:alerts')
  })

  it('should write no address and no secret to the log, the metrics and later answers', async () => {
    const pager = { name: 'Pager', format: 'pagerduty', secret: 'the-routing-key' }
    const { subscription, secret = '' } = await created()
    await created(pager)
    await call('POST', PATH, { ...HOOK, url: 'ftp://tickets.test/secret-path', secret: 'the-routing-key' })
    await call('POST', PATH, { ...pager, url: 7 })
    const rotated = await call('POST', `${PATH}/${subscription.id}/secret`)
    const texts = [...server.current.logLines, (await call('GET', '/metrics')).text]
    for (const path of [PATH, `${PATH}/${subscription.id}`, '/api/audit']) texts.push((await call('GET', path)).text)
    for (const hidden of ['secret-path', 'the-routing-key', secret, String(rotated.body.secret)]) {
      expect(texts.join('\n')).not.toContain(hidden)
    }
  })
})
