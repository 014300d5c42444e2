import { describe, expect, it } from 'vitest'
import { expectRefusal, useServer } from './test-server.js'

const PATH = '/api/subscription/preview'
const server = useServer()
const preview = (json: unknown, key?: string) =>
  server.current.call('POST', PATH, { json, ...(key !== undefined && { key }) })

describe('POST /api/subscription/preview', () => {
  it('should say what a stored subscription would have told, although its address is masked', async () => {
    const from = new Date(Date.UTC(2026, 0, 1)).toISOString()
    await server.current.store.serviceHistory.append([
      {
        ...{ service: 'shop', sequence: 1, time: from, from: null, to: 'major' },
        ...{ acknowledged: false, acknowledgedSeverity: null, causes: [CAUSE] },
      },
    ])
    const hook = { name: 'Tickets', format: 'json', url: 'https://tickets.test/x', waitSeconds: 0 }
    const { subscription } = (await server.current.call('POST', '/api/subscription', { json: hook })).body
    const to = new Date(Date.UTC(2026, 0, 2)).toISOString()
    expect((await preview({ subscription, from, to })).body).toEqual({
      ...{
        status: 'ok',
        from,
        to,
        total: 1,
        omittedKinds: [],
        unknown: { services: [], owners: [], otherOwner: [], near: [] },
      },
      deliveries: [
        {
          ...{ time: from, service: 'shop', from: null, to: 'major', acknowledged: false, repeat: false },
          causes: [CAUSE],
        },
      ],
    })
  })

  it('should refuse faults with their paths', async () => {
    const { status, body } = await preview({ subscription: { waitSeconds: 1.5, kinds: [] }, from: 7 })
    const issues = body.errors as readonly { path: string }[]
    expect(status).toBe(400)
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      'from',
      'subscription.kinds',
      'subscription.waitSeconds',
    ])
    expectRefusal(await preview({ subscription: {}, from: 'noon' }), 400, 'from must be an ISO 8601 time')
  })

  it('should need read:subscriptions and the scopes of the impact, but not write:subscriptions', async () => {
    const impact = ['read:alerts', 'read:service_topologies', 'read:service_catalog'] as const
    const statusWith = async (...scopes: Parameters<typeof server.current.keyWith>[0]) =>
      (await preview({ subscription: {} }, await server.current.keyWith(scopes))).status
    expect(await statusWith('read:subscriptions', ...impact)).toBe(200)
    expect(await statusWith(...impact)).toBe(403)
    for (const missing of impact) {
      expect(await statusWith('read:subscriptions', ...impact.filter((scope) => scope !== missing))).toBe(403)
    }
  })
})

// Helpers

const CAUSE = { alertId: 'a', environment: 'Production', resource: 'disk', event: 'Full', severity: 'major' } as const
