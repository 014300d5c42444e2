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
      expect((await replay()).body).not.toHaveProperty('explained')
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
