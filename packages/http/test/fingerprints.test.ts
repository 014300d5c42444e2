import { describe, expect, it } from 'vitest'
import { ADMIN, expectRefusal, type Received, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()
const root = {
  ...{ environment: 'Production', resource: 'vm', event: 'DiskFull', service: ['shop'] },
  ...{ fingerprint: 'disk /', severity: 'critical', text: '/ is full', timeout: 60 },
}
const data = { ...root, fingerprint: 'disk /data', severity: 'major', text: '/data is full' }
/** Before the clock of the server, which begins at 12:00. */
const EARLIER = ['2026-11-20T11:00:00.000Z', '2026-11-20T11:30:00.000Z'] as const

describe('fingerprints in answers', () => {
  it('should count what is open in every alert, and name it in answers about one alert', async () => {
    await post(root)
    const both = await post(data)
    const fingerprints = [
      { fingerprint: 'disk /', severity: 'critical', text: '/ is full' },
      { fingerprint: 'disk /data', severity: 'major', text: '/data is full' },
    ]
    expect(both.body).toMatchObject({ alert: { openCount: 2, fingerprints } })
    const path = `/api/alert/${textAt(both, 'id')}`
    for (const [method, to, json] of [
      ['GET', path, undefined],
      ['PUT', `${path}/status`, { status: 'ack' }],
      ['POST', `${path}/note`, { text: 'a note' }],
    ] as const) {
      expect((await server.current.call(method, to, { json })).body).toMatchObject({
        alert: { openCount: 2, fingerprints },
      })
    }
    for (const list of ['/api/alerts', '/api/alerts/by_service/shop']) {
      const { alerts } = (await server.current.call('GET', list)).body as { alerts: object[] }
      expect(alerts).toMatchObject([{ openCount: 2 }])
      expect(alerts[0]).not.toHaveProperty('fingerprints')
    }
  })

  it('should answer an outdated alert with 200 and the alert as a newer one left it', async () => {
    const first = await post({ ...root, eventTime: EARLIER[1] })
    const late = await post({ ...root, severity: 'ok', eventTime: EARLIER[0] })
    expect(late.status).toBe(200)
    expect(late.body).toEqual({ ...first.body, outdated: true })
  })

  it('should answer 200 if an alert is outdated by a fingerprint under another key, or by a correlated alert', async () => {
    const first = await post({ ...root, eventTime: EARLIER[1] })
    for (const other of [{ severity: 'ok' }, { correlate: ['DiskFull'] }]) {
      const late = await post({ ...root, ...other, event: 'DiskNearlyFull', eventTime: EARLIER[0] })
      expect([late.status, late.body]).toEqual([200, { ...first.body, outdated: true }])
    }
  })

  it('should count the outdated alerts of a delivery', async () => {
    const fieldMappings = { resource: 'resource', severity: 'severity', fingerprint: 'fp', eventTime: 'at' }
    const defaultValues = { environment: 'Production', event: 'DiskFull', type: 'check', text: 'full' }
    await server.current.opsgraph.createWebhook(
      { user: 'ann', scopes: ['admin'], requestId: null },
      { id: 'hook', enabled: true, fieldMappings, defaultValues },
    )
    const [early, late] = EARLIER
    const deliver = (json: unknown) => server.current.call('POST', '/api/webhooks/custom/hook', { json, key: null })
    const firing = { resource: 'vm', severity: 'major', fp: 'disk /' }
    const first = await deliver([{ ...firing, at: late }])
    expect(first.body).not.toHaveProperty('alerts_outdated')
    const mixed = await deliver([
      { ...firing, at: early },
      { ...firing, at: early, severity: 'ok' },
      { ...firing, fp: 'x' },
    ])
    expect([mixed.status, mixed.body]).toMatchObject([200, { status: 'ok', alerts_created: 1, alerts_outdated: 2 }])
    const all = await deliver([{ ...firing, at: early }])
    expect([all.status, all.body]).toMatchObject([200, { status: 'ok', alerts_created: 0, alerts_outdated: 1 }])
  })

  it('should keep what is remembered of fingerprints out of the answers of every route', async () => {
    const topology = textAt(await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } }), 'id')
    const received = await post({ ...root, eventTime: EARLIER[1], service: ['shop', shop.service] })
    const id = textAt(received, 'id')
    const answers = [received, await post({ ...root, severity: 'ok', eventTime: EARLIER[0] }), await post(data)]
    const preview = { policy: { name: 'p', description: '', actions: [{ set: 'group', value: 'g' }] } }
    const requests: [method: string, path: string, json?: unknown][] = [
      ['GET', `/api/alert/${id}`],
      ['GET', `/api/alert/${id}/impact`],
      ['PUT', `/api/alert/${id}/status`, { status: 'open' }],
      ['PUT', '/api/alerts/status', { ids: [id], status: 'ack' }],
      ['POST', `/api/alert/${id}/note`, { text: 'a note' }],
      ['GET', '/api/alerts'],
      ['GET', `/api/alerts/by_service/${shop.service}`],
      ['GET', `/api/service_topology/${topology}/assignments`],
      ['GET', `/api/service_topology/${topology}/assignments?scope=graph`],
      ['POST', `/api/service_topology/${topology}/suggest`],
      ['GET', '/api/impact'],
      ['POST', '/api/alert_policy/preview', preview],
      ['GET', '/api/audit'],
      ['DELETE', `/api/alert/${id}`],
      ['GET', '/api/audit'],
    ]
    for (const [method, path, json] of requests) answers.push(await server.current.call(method, path, { json }))
    for (const { status, text } of answers) {
      expect(status, text).toBeOneOf([200, 201])
      expect(text).not.toMatch(/"(firing|closeTime|openTime)"/)
    }
  })
})

describe('bad input about fingerprints and times', () => {
  it('should refuse a fingerprint that is too long, or is no text', async () => {
    for (const fingerprint of ['x'.repeat(10_240), 'x'.repeat(256), 7, {}, ['x']]) {
      expectRefusal(await post({ ...root, fingerprint }), 400, /^fingerprint /)
    }
    expect((await post({ ...root, fingerprint: 'x'.repeat(255) })).status).toBe(201)
    expect((await server.current.call('GET', '/api/alerts')).body).toMatchObject({ total: 1 })
  })

  it('should keep 1,000 fingerprints with names, and one more without', async () => {
    const alerts = Array.from({ length: 1_001 }, (_, at) => {
      return { ...root, severity: 'major' as const, fingerprint: `disk ${at}` }
    })
    await server.current.opsgraph.receiveAlerts(ADMIN, alerts)
    const { body } = await server.current.call('GET', '/api/alerts')
    expect(body).toMatchObject({ total: 1, alerts: [{ openCount: 1_001 }] })
  })

  it('should read times strictly, and count a time that is far ahead as now', async () => {
    for (const time of ['20 Nov 2026', '2026-11-20 11:00', 1_790_000_000, '', '2026-02-30']) {
      expectRefusal(await post({ ...root, eventTime: time }), 400, /^eventTime /)
      expectRefusal(await post({ ...root, endTime: time }), 400, /^endTime /)
    }
    const old = await post({ ...root, eventTime: '1970-01-01T00:00:00Z' })
    expect([old.status, textAt(old, 'alert.activeSince')]).toEqual([201, '1970-01-01T00:00:00.000Z'])
    const ahead = await post({ ...root, resource: 'other', eventTime: '2099-01-01T00:00:00Z' })
    expect(textAt(ahead, 'alert.activeSince')).toBe(textAt(ahead, 'alert.receiveTime'))
    expect(textAt(ahead, 'alert.eventTime')).toBe(textAt(ahead, 'alert.receiveTime'))
    // A time far ahead must not make later arrivals outdated.
    expect((await post({ ...root, resource: 'other', severity: 'ok' })).body).toMatchObject({
      alert: { status: 'closed' },
    })
  })

  it('should never be active since a time that has not come yet', async () => {
    const received = await post({ ...root, createTime: '2099-01-01T00:00:00Z' })
    expect(received.body).toMatchObject({ alert: { createTime: '2099-01-01T00:00:00.000Z' } })
    expect(textAt(received, 'alert.activeSince')).toBe(textAt(received, 'alert.receiveTime'))
  })

  it('should close an alert whose end was before it began', async () => {
    const ended = await post({ ...root, createTime: EARLIER[1], endTime: EARLIER[0] })
    expect([ended.status, ended.body]).toMatchObject([201, { alert: { status: 'closed', openCount: 0 } }])
    const [before, after] = EARLIER
    await post({ ...data, eventTime: after })
    expect((await post({ ...data, endTime: before })).body).toMatchObject({
      outdated: true,
      alert: { status: 'open', openCount: 1 },
    })
  })

  it('should close what a mapping of its own says has ended', async () => {
    const fieldMappings = { resource: 'host', event: 'check', severity: 'level', endTime: 'endsAt' }
    const defaultValues = { environment: 'Production', type: 'probe', text: 'no text' }
    const json = { id: 'vm', enabled: true, authMode: 'none', fieldMappings, defaultValues }
    expect(await server.current.call('POST', '/api/webhook_config', { json })).toMatchObject({ status: 201 })
    const openAfter = async (endsAt: string) => {
      const sent = { host: 'nas-3', check: 'Full', level: 'critical', endsAt }
      await server.current.call('POST', '/api/webhooks/custom/vm', { json: sent, key: null })
      return (await server.current.call('GET', '/api/alerts?status=open')).body.total
    }
    expect([await openAfter('2026-11-20T13:00:00Z'), await openAfter(EARLIER[0])]).toEqual([1, 0])
  })
})

// Helpers

function post(json: unknown): Promise<Received> {
  return server.current.call('POST', '/api/alert', { json })
}
