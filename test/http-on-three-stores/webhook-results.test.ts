import { describe, expect, it } from 'vitest'
import { expectRefusal, textAt } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, HOOK, histories, INBOUND, post } from './webhook-scene.js'

const LIMIT = 262_144

onThreeStores((server) => {
  describe('POST /api/webhooks/custom/<id>: every result', () => {
    it('should answer a success with 200 and the alerts, and store the payload', async () => {
      await createHook(server.current)
      const received = await post(server.current, DOWN)
      const [alert] = await alertsOf(server.current)
      expect(received.status).toBe(200)
      expect(received.body).toEqual({
        ...{ status: 'ok', webhook_id: 'hook', webhook_name: 'The hook', alerts_created: 1 },
        alerts: [{ id: alert?.id, resource: 'web', event: 'Down', severity: 'major' }],
      })
      expect(alert).toMatchObject({ environment: 'Production', type: 'check', text: 'it is broken', status: 'open' })
      expect(alert?.history).toMatchObject([{ type: 'new', actor: 'webhook:hook' }])
      const { payloads, errors } = await histories(server.current)
      const size = JSON.stringify(DOWN).length
      expect(payloads).toEqual([
        ...[{ ...{ httpStatus: 200, sizeBytes: size, oversized: false, payload: DOWN, message: null } }].map(
          (entry) => ({ receivedAt: expect.stringMatching(/^2026-11-20T12:00:00[.]\d{3}Z$/), ...entry }),
        ),
      ])
      expect(errors).toEqual([])
    })

    it('should create the valid alerts if some are rejected', async () => {
      await createHook(server.current)
      const bad = { host: 'db', check: 'Down', severity: 'awful' }
      const received = await post(server.current, [DOWN, bad])
      expect(received.status).toBe(200)
      expect(received.body).toMatchObject({
        ...{ status: 'partial', alerts_created: 1, alerts: [{ resource: 'web' }] },
        errors: [
          {
            alert_data: { resource: 'db', event: 'Down', severity: 'awful', environment: 'Production' },
            error: expect.stringMatching(/^Severity \(awful\) is not one of security, critical/),
          },
        ],
      })
      expect(await alertsOf(server.current)).toHaveLength(1)
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toMatchObject([{ httpStatus: 200, payload: [DOWN, bad], message: null }])
      expect(errors).toMatchObject([
        { httpStatus: 200, message: expect.stringContaining('[1] Severity'), traceback: null },
      ])
    })

    it('should store the payload of a disabled webhook, and create no alert', async () => {
      await createHook(server.current, { enabled: false })
      expectRefusal(await post(server.current, DOWN), 403, 'Webhook is disabled')
      expect(await alertsOf(server.current)).toEqual([])
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toMatchObject([{ httpStatus: 403, payload: DOWN, message: null }])
      expect(errors).toMatchObject([
        { httpStatus: 403, payload: DOWN, message: 'Webhook is disabled', traceback: null },
      ])
    })

    it('should store a payload of an unauthenticated sender, and state that it becomes no alert', async () => {
      await createHook(server.current, STATIC)
      expectRefusal(await post(server.current, DOWN), 401, /^missing header$/)
      const { payloads, errors } = await histories(server.current)
      const fixed = /authentication failed.*kept for testing and field mapping.*will not be converted into an alert/i
      expect(payloads).toMatchObject([{ httpStatus: 401, payload: DOWN, message: expect.stringMatching(fixed) }])
      expect(errors).toMatchObject([{ httpStatus: 401, message: 'the header X-Secret is missing', traceback: null }])
    })

    it.each(['', '{"a":', '"text"', '{}', '[]'])(
      'should not store the body %j of an unauthenticated sender',
      async (body) => {
        await createHook(server.current, STATIC)
        expectRefusal(await post(server.current, body), 401, /^missing header$/)
        const { payloads, errors } = await histories(server.current)
        expect(payloads).toEqual([])
        expect(errors).toMatchObject([{ httpStatus: 401, payload: null, sizeBytes: body.length }])
      },
    )

    it.each([
      ['', 'The body is empty'],
      ['{"a":', 'Invalid JSON at line 1, column 6'],
      ['"text"', 'must be a JSON object or list'],
      ['{}', 'empty object or list'],
      ['['.repeat(LIMIT), 'Invalid JSON at line 1, column 262145'],
      [`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`, 'nested deeper'],
      [new Uint8Array([0x22, 0xff, 0x22]), 'not UTF-8'],
      [new Uint8Array([0x1f, 0x8b, 0x08, 0x00]), 'gzip: send it with Content-Encoding: gzip'],
    ])('should refuse an invalid body, case %#, with 400', async (body, words) => {
      await createHook(server.current)
      const received = await post(server.current, body)
      expectRefusal(received, 400, words)
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toEqual([])
      expect(errors).toMatchObject([{ httpStatus: 400, payload: null, sizeBytes: body.length, traceback: null }])
    })

    it('should give the reason if a payload results in no alerts', async () => {
      await createHook(server.current, { arrayPath: 'alerts' })
      const missing = await post(server.current, { items: [], total: 0 })
      expectRefusal(missing, 400, /^No alerts generated from payload: array path alerts was not found or alerts is an/)
      expect(missing.body.message).toContain('Top-level keys: items, total')
      expectRefusal(await post(server.current, { alerts: [] }), 400, /is an empty list/)
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toMatchObject([{ httpStatus: 400, payload: { alerts: [] } }, { payload: { total: 0 } }])
      expect(errors.map(({ message }) => message)).toEqual([expect.anything(), missing.body.message])
    })

    it('should answer 400 with the errors if every alert is rejected', async () => {
      await createHook(server.current)
      const received = await post(server.current, [{ host: 'web' }, { check: 'Down', host: { name: 'x' } }])
      expect(received.status).toBe(400)
      expect(received.body).toMatchObject({
        ...{ status: 'error', code: 400, webhook_id: 'hook', alerts_created: 0, alerts: [] },
        errors: [{ error: 'An event must be provided' }, { error: 'resource must be a string' }],
      })
      const { payloads, errors } = await histories(server.current)
      expect([payloads.length, errors.length]).toEqual([1, 1])
    })

    it('should refuse a too large body before any other check, and not store it', async () => {
      await createHook(server.current, STATIC)
      expect((await post(server.current, ' '.repeat(LIMIT))).status).toBe(401)
      const received = await post(server.current, ' '.repeat(LIMIT + 1))
      expectRefusal(received, 413, 'The body has 262145 bytes, the limit is 262144 bytes')
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toEqual([])
      const [entry] = errors
      expect(entry).toMatchObject({ httpStatus: 413, sizeBytes: LIMIT + 1, oversized: true, payload: null })
      expect(entry?.message).toBe(received.body.message)
    })

    it('should stop reading a body without a Content-Length when it exceeds the limit', async () => {
      await createHook(server.current)
      const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
      const { body: answer } = await server.current.call('POST', `${INBOUND}/hook`, { key: null, body })
      expect(answer).toMatchObject({ code: 413 })
      const [entry] = (await histories(server.current)).errors
      expect(entry).toMatchObject({ oversized: true })
      expect(entry?.sizeBytes).toBeLessThan(LIMIT + 2 * 65_536)
    })

    it('should answer 404 for an unknown webhook with any body, and 405 for other methods', async () => {
      await createHook(server.current)
      const unknown = await post(server.current, ' '.repeat(LIMIT + 1), { id: 'other' })
      expectRefusal(unknown, 404, 'webhook not found')
      for (const id of ['HOOK', '%00', 'constructor'])
        expect((await post(server.current, DOWN, { id })).status).toBe(404)
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const received = await server.current.call(method, `${INBOUND}/hook`, { key: null })
        expect([received.status, received.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      }
      expect(await histories(server.current)).toEqual({ payloads: [], errors: [] })
    })

    it('should answer 500 to an unexpected error, and store the payload with the traceback', async () => {
      await createHook(server.current)
      const { store } = server.current
      const transaction = () => Promise.reject(new Error('the bug of the day'))
      const broken = await server.current.another({ store: Object.assign(Object.create(store), { transaction }) })
      const received = await post(broken, DOWN)
      expectRefusal(received, 500, 'unexpected error')
      expect(received.text).not.toContain('bug of the day')
      expect(broken.logLines.join('')).toContain('bug of the day')
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toMatchObject([{ httpStatus: 500, payload: DOWN, message: null }])
      expect(errors).toMatchObject([{ httpStatus: 500, message: 'the bug of the day' }])
      expect(errors[0]?.traceback).toContain('Error: the bug of the day')
      expect(errors[0]?.traceback?.split('\n').length).toBeLessThanOrEqual(20)
    })
  })

  it('should keep the five newest entries of each history, with concurrent deliveries and updates', async () => {
    await createHook(server.current)
    await Promise.all(Array.from({ length: 20 }, (_, n) => post(server.current, { ...DOWN, check: `check ${n}` })))
    expect((await histories(server.current)).payloads).toHaveLength(5)
    expect(await alertsOf(server.current)).toHaveLength(20)
    for (const n of [1, 2, 3, 4, 5, 6]) await post(server.current, { host: 'web', n })
    await server.current.call('PUT', `${CONFIG}/hook`, { json: { name: 'new', payloadHistory: [], errorHistory: [] } })
    const { payloads, errors } = await histories(server.current)
    const numbers = [6, 5, 4, 3, 2].map((n) => ({ payload: { n } }))
    expect(payloads).toMatchObject(numbers)
    expect(errors).toMatchObject(numbers)
    const { body } = await server.current.call('GET', '/api/webhook_configs')
    expect(body.webhook_configs).toMatchObject([{ payloadHistoryCount: 5, errorHistoryCount: 5 }])
    expect(
      textAt({ ...(await server.current.call('GET', '/api/webhook_configs')) }, 'webhook_configs.0.lastErrorAt'),
    ).toMatch(/Z$/)
  })
})

const STATIC = { ...HOOK, authMode: 'header', authHeaderName: 'X-Secret', authSecret: 's3cret' }
