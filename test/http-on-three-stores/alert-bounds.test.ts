import { describe, expect, it } from 'vitest'
import { expectRefusal, textAt } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { createHook, DOWN, histories, post } from './webhook-scene.js'

const ALERT = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' }
const TOO_MANY = 'The alert would have 1001 attributes, the limit is 1000 attributes'
const MAPPED = {
  fieldMappings: { resource: 'host', event: 'check', severity: 'severity', attributes: { more: 'more' } },
}

onThreeStores((server) => {
  describe('an alert that would exceed a bound', () => {
    it('should be refused by POST /api/alert with 400, and not be changed', async () => {
      const id = textAt(await receive({ attributes: attributes(1_000) }), 'id')
      const before = await read(id)
      expectRefusal(await receive({ attributes: { more: 1 } }), 400, TOO_MANY)
      expect(await read(id)).toBe(before)
    })

    it('should still be closed by a closing severity, without the attributes beyond the bound', async () => {
      await receive({ attributes: attributes(1_000) })
      const recovery = await receive({ severity: 'ok', attributes: { more: 1 } })
      expect(recovery.status).toBe(201)
      expect(recovery.body).toMatchObject({
        alert: { status: 'closed', severity: 'ok', attributes: attributes(1_000) },
      })
      expectRefusal(await receive({ severity: 'ok', attributes: { more: 1 } }), 400, TOO_MANY)
    })

    it('should never exceed its bound in an answer, for any number of duplicates with new attributes', async () => {
      const statuses: number[] = []
      for (let round = 0; round < 12; round++) {
        const sent = await receive({ attributes: { [`key ${round}`]: '€'.repeat(40_000) } })
        statuses.push(sent.status)
        if (sent.status !== 201)
          expectRefusal(sent, 400, /^The alert would have \d+ bytes, the limit is 1048576 bytes$/)
      }
      expect(statuses).toEqual([...Array(8).fill(201), ...Array(4).fill(400)])
      const { text } = await server.current.call('GET', '/api/alerts')
      expect(Buffer.byteLength(text)).toBeLessThan(1_048_576 + 2_000)
    })

    it('should be one of the errors of its delivery', async () => {
      await createHook(server.current, MAPPED)
      const id = textAt(await receive({ attributes: attributes(1_000) }), 'id')
      const before = await read(id)
      const received = await post(server.current, [
        { ...DOWN, more: 1 },
        { ...DOWN, host: 'db' },
      ])
      expect(received.status).toBe(200)
      expect(received.body).toMatchObject({
        ...{ status: 'partial', alerts_created: 1, alerts: [{ resource: 'db' }] },
        errors: [{ alert_data: { resource: 'web', attributes: { more: 1 } }, error: TOO_MANY }],
      })
      expect(await read(id)).toBe(before)
      const { payloads, errors } = await histories(server.current)
      expect(payloads).toMatchObject([{ httpStatus: 200, message: null }])
      expect(errors).toMatchObject([{ httpStatus: 200, message: `1 of 2 alerts rejected: [0] ${TOO_MANY}` }])
    })

    it('should make a delivery fail only if it is its only alert', async () => {
      await createHook(server.current, MAPPED)
      await receive({ attributes: attributes(1_000) })
      const hosts = ['db', 'web', 'cache']
      const [db, web, cache] = await Promise.all(hosts.map((host) => post(server.current, { ...DOWN, host, more: 1 })))
      expect([db?.body, cache?.body]).toMatchObject([
        { status: 'ok', alerts_created: 1 },
        { status: 'ok', alerts_created: 1 },
      ])
      expect(web?.status).toBe(400)
      expect(web?.body).toMatchObject({
        ...{ status: 'error', message: 'No alert was created', alerts_created: 0, alerts: [] },
        errors: [{ alert_data: { resource: 'web' }, error: TOO_MANY }],
      })
      const { payloads, errors } = await histories(server.current)
      expect(payloads.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 200, 400])
      expect(errors).toMatchObject([{ httpStatus: 400, message: `1 of 1 alerts rejected: [0] ${TOO_MANY}` }])
    })
  })

  // Helpers

  function receive(fields: object) {
    return server.current.call('POST', '/api/alert', { json: { ...ALERT, ...fields } })
  }

  async function read(id: string): Promise<string> {
    return (await server.current.call('GET', `/api/alert/${id}`)).text
  }
})

function attributes(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]))
}
