import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, HOOK, histories, post } from './webhook-scene.js'

onThreeStores((server) => {
  describe('explain', () => {
    it('should show the provenance of each field, for a sent or stored payload, and store nothing', async () => {
      await createHook(server.current, { enabled: false, defaultValues: { environment: 'Production' } })
      await post(server.current, DOWN)
      const before = await histories(server.current)
      const sent = await server.current.call('POST', `${CONFIG}/hook/test`, { json: DOWN })
      expect(sent.body).toMatchObject({
        ...{ status: 'ok', total: 1, message: null, missingColumns: ['type', 'text'] },
        alerts: [
          { element: '', error: null, alert: { resource: 'web', severity: 'major', environment: 'Production' } },
        ],
      })
      expect((sent.body.alerts as { fields: object[] }[])[0]?.fields).toContainEqual({
        field: 'resource',
        origin: 'path',
        path: 'host',
        hint: null,
      })
      const kept = await server.current.call('POST', `${CONFIG}/hook/test`, { json: { history: 0 } })
      expect(kept.body).toEqual(sent.body)
      const unsaved = { config: { ...HOOK, authMode: 'header' }, payload: DOWN }
      const draft = await server.current.call('POST', `${CONFIG}/test`, { json: unsaved })
      expect(draft.body).toMatchObject({ total: 1, missingColumns: [], alerts: [{ alert: { text: 'it is broken' } }] })
      expect([await histories(server.current), await alertsOf(server.current)]).toEqual([before, []])
    })

    it('should refuse an invalid payload, and an unknown webhook or history entry', async () => {
      await createHook(server.current)
      const path = `${CONFIG}/hook/test`
      expectRefusal(await server.current.call('POST', `${CONFIG}/none/test`, { body: '{' }), 404, 'webhook not found')
      expectRefusal(
        await server.current.call('POST', path, { json: { history: 0 } }),
        404,
        'payloadHistory[0] not found',
      )
      expectRefusal(await server.current.call('POST', path, { json: [] }), 400, 'empty object or list')
      expectRefusal(await server.current.call('POST', path, { json: { a: 'x'.repeat(262_144) } }), 413, '262144 bytes')
      // This payload is nested so deeply that it cannot be serialized.
      const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`
      expectRefusal(await server.current.call('POST', path, { body: deep }), 400, 'nested deeper')
      const unsaved = `{"config": {}, "payload": ${deep}}`
      expectRefusal(await server.current.call('POST', `${CONFIG}/test`, { body: unsaved }), 400, 'nested deeper')
      const lacking = await server.current.call('POST', `${CONFIG}/test`, { json: { config: {} } })
      expectRefusal(lacking, 400, /^payload is required$/)
      const config = { fieldMapping: {} }
      const misspelled = await server.current.call('POST', `${CONFIG}/test`, { json: { config, payload: DOWN } })
      expectRefusal(misspelled, 400, 'unknown fields: fieldMapping')
    })
  })

  describe('times and fingerprints', () => {
    const TIMED = {
      fieldMappings: { ...HOOK.fieldMappings, fingerprint: 'id', eventTime: 'at' },
      timezone: 'Europe/Berlin',
    }
    const NEW = { ...DOWN, id: 'disk 1', at: '2026-11-20 13:00:00' }
    const LATE = { ...NEW, at: '2026.11.20 12:59', severity: 'minor' }

    it('should be in an explanation, a replay and the history, with what is outdated', async () => {
      await createHook(server.current, TIMED)
      const explain = (json: object) => server.current.call('POST', `${CONFIG}/hook/test`, { json })
      const read = { field: 'eventTime', sent: NEW.at, time: '2026-11-20T12:00:00.000Z', fault: null }
      expect((await explain(NEW)).body).toMatchObject({
        warned: 0,
        alerts: [{ alert: { fingerprint: 'disk 1', eventTime: read.time }, times: [read], outdated: false }],
      })
      expect(await alertsOf(server.current)).toEqual([])
      await post(server.current, NEW)
      const [stored] = await alertsOf(server.current)
      expect(stored).toMatchObject({ fingerprint: 'disk 1', eventTime: read.time, activeSince: read.time })
      const payload = [
        LATE,
        { ...LATE, host: 'db' },
        { ...LATE, id: 'disk 2' },
        { ...NEW, severity: 'ok' },
        { ...NEW, host: '' },
      ]
      const unsaved = { config: { ...HOOK, ...TIMED }, payload }
      for (const explained of [
        await explain(payload),
        await server.current.call('POST', `${CONFIG}/test`, { json: unsaved }),
      ]) {
        const outdated = (explained.body.alerts as { outdated: boolean | null }[]).map((alert) => alert.outdated)
        expect(outdated).toEqual([true, false, false, false, null])
      }
      expect(await alertsOf(server.current)).toEqual([stored])
      expect((await post(server.current, [LATE, { ...LATE, at: 'noon' }])).body).toMatchObject({ alerts_outdated: 1 })
      const [entry] = (await histories(server.current)).payloads
      expect(entry?.message).toBe(
        'outdated: 1 of 2 alerts, a newer state was there before; times left out: 1 of 2 alerts have a time that cannot be read, is before 2000 or is more than a day ahead',
      )
      const replayed = await server.current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 0 } })
      expect(replayed.body).toMatchObject({
        alerts_outdated: 1,
        explained: [
          { fingerprint: 'disk 1', eventTime: '2026-11-20T11:59:00.000Z', outdated: true, times: [{ fault: null }] },
          { fingerprint: 'disk 1', eventTime: null, outdated: false, times: [{ sent: 'noon', time: null }] },
        ],
      })
      const { warnings } = (replayed.body.explained as { warnings: string[] }[])[1] ?? {}
      expect(warnings).toEqual([expect.stringMatching(/^eventTime: "noon"/), expect.stringMatching(/^\[0\] becomes/)])
    })

    it('should be known of an alert under another key, which a closing alert closes', async () => {
      await createHook(server.current, TIMED)
      await post(server.current, NEW)
      const moved = { ...LATE, severity: 'ok', check: 'Renamed' }
      const explained = await server.current.call('POST', `${CONFIG}/hook/test`, { json: moved })
      expect(explained.body).toMatchObject({ alerts: [{ outdated: true }] })
    })

    it('should need a time zone that exists', async () => {
      await createHook(server.current)
      const change = (json: object) => server.current.call('PUT', `${CONFIG}/hook`, { json })
      expectRefusal(await change({ timezone: 'Berlin' }), 400, 'timezone must be the IANA name of a time zone')
      expect((await change({ timezone: 'Asia/Tokyo' })).body).toMatchObject({
        webhook_config: { timezone: 'Asia/Tokyo' },
      })
      await post(server.current, DOWN)
      expect((await change({ name: 'other' })).body).toMatchObject({ webhook_config: { timezone: 'Asia/Tokyo' } })
    })

    it('should be strict in posted alerts, but not where a policy sets them', async () => {
      const alert = { environment: 'Production', resource: 'web', event: 'Down', attributes: { at: 1_795_176_000 } }
      const send = (json: object) => server.current.call('POST', '/api/alert', { json })
      expectRefusal(await send({ ...alert, eventTime: '2026-11-20 12:00' }), 400, 'eventTime must be an ISO 8601 time')
      const policy = { name: 'At', description: '', actions: [{ copy: 'eventTime', from: ['attributes.at'] }] }
      await server.current.call('POST', '/api/alert_policy', { json: policy })
      expectRefusal(await send({ ...alert, createTime: '1' }), 400, 'createTime must be an ISO 8601 time')
      expect((await send(alert)).body).toMatchObject({ alert: { eventTime: '2026-11-20T12:00:00.000Z' } })
      const unreadable = await send({ ...alert, resource: 'db', attributes: { at: 'noon' } })
      expect(unreadable.body).toMatchObject({ alert: { eventTime: null } })
    })
  })

  describe('replay', () => {
    it('should process a stored payload with the current mapping, and note it in the history', async () => {
      await createHook(server.current, { enabled: false })
      await post(server.current, DOWN)
      const replay = (json: object) => server.current.call('POST', `${CONFIG}/hook/replay`, { json })
      expectRefusal(await replay({ history: 0 }), 403, 'Webhook is disabled')
      const fieldMappings = { ...HOOK.fieldMappings, group: 'check' }
      await server.current.call('PUT', `${CONFIG}/hook`, { json: { enabled: true, fieldMappings } })
      expect((await replay({ history: 0 })).body).toMatchObject({ status: 'ok', alerts_created: 1 })
      expect(await alertsOf(server.current)).toMatchObject([{ group: 'Down', history: [{ actor: 'admin' }] }])
      const [entry, original] = (await histories(server.current)).payloads
      expect(entry).toMatchObject({
        httpStatus: 200,
        message: `replay of the payload received at ${original?.receivedAt}`,
      })
      expectRefusal(await replay({ history: 0, receivedAt: original?.receivedAt }), 409, 'was received at')
      expectRefusal(await replay({ history: 4 }), 404, 'not found')
      expectRefusal(await replay({ history: -1 }), 400, /^history must be/)
      await server.current.call('PUT', `${CONFIG}/hook`, { json: { arrayPath: 'none' } })
      expectRefusal(await replay({ history: 0 }), 400, 'No alerts generated from payload')
      expect((await histories(server.current)).errors[0]?.message).toMatch(/^replay of the payload .*No alerts/)
    })

    it('should say what each alert policy did with the alerts', async () => {
      await createHook(server.current)
      await post(server.current, DOWN)
      const replay = () => server.current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 0 } })
      expect((await replay()).body).toMatchObject({ explained: [{ element: '', policies: [], outdated: false }] })
      const policy = { name: 'Mild', description: '', actions: [{ set: 'severity', value: 'minor' }] }
      await server.current.call('POST', '/api/alert_policy', { json: policy })
      expect((await replay()).body).toMatchObject({
        alerts: [{ severity: 'minor' }],
        explained: [{ element: '', droppedBy: null, policies: [{ name: 'Mild', changes: [{ field: 'severity' }] }] }],
      })
    })

    it('should create no alert from a payload of an unauthenticated sender', async () => {
      await createHook(server.current, { authMode: 'header', authHeaderName: 'X-Secret', authSecret: 's3cret' })
      await post(server.current, DOWN)
      const received = await server.current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 0 } })
      expectRefusal(received, 403, 'never becomes an alert')
      expect(await alertsOf(server.current)).toEqual([])
    })

    it('should need both scopes', async () => {
      for (const [scope, missing] of [
        ['write:webhook_configs', 'write:alerts'],
        ['write:alerts', 'write:webhook_configs'],
      ] as const) {
        const key = await server.current.keyWith([scope])
        expectRefusal(
          await server.current.call('POST', `${CONFIG}/hook/replay`, { key, json: { history: 0 } }),
          403,
          missing,
        )
      }
    })
  })

  it('should keep an open alert open if a payload lacks the severity, in a delivery and in a replay', async () => {
    await createHook(server.current)
    const { severity, ...lacking } = DOWN
    const explained = await server.current.call('POST', `${CONFIG}/test`, {
      json: { config: HOOK, payload: lacking },
    })
    expect(explained.body).toMatchObject({
      warned: 1,
      alerts: [{ alert: { severity: 'indeterminate' }, warnings: [expect.stringMatching(/^severity: /)] }],
    })
    const left = [{ severity: 'indeterminate', previousSeverity: 'critical', status: 'open' }]
    await post(server.current, { ...DOWN, severity: 'critical' })
    await post(server.current, lacking)
    expect(await alertsOf(server.current)).toMatchObject(left)
    await post(server.current, { ...DOWN, severity: 'critical' })
    const replayed = await server.current.call('POST', `${CONFIG}/hook/replay`, { json: { history: 1 } })
    expect(replayed.body).toMatchObject({ alerts: [{ severity: 'indeterminate' }] })
    expect(await alertsOf(server.current)).toMatchObject(left)
  })
})
