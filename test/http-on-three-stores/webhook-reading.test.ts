import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, CONFIG, createHook, DOWN, HOOK, histories, hmac, post } from './webhook-scene.js'

const FORM = 'host=web+1&check=Down&severity=major&tag=a&tag=b'
const FIELDS = { host: 'web 1', check: 'Down', severity: 'major', tag: ['a', 'b'] }
const TESTS = { operator: 'OR', clauses: [{ key: 'check', op: 'LIKE', value: 'Test%' }] }
const TEST_NOTE = 'this payload matches testPayloads, so it creates no alert'

onThreeStores((server) => {
  const explain = (json: unknown) => server.current.call('POST', `${CONFIG}/hook/test`, { json })
  const replay = (json: object) => server.current.call('POST', `${CONFIG}/hook/replay`, { json })

  describe('a webhook that receives forms', () => {
    const asForm = { payloadFormat: 'form', fieldMappings: { ...HOOK.fieldMappings, tags: 'tag[]' } }

    it('should map the fields of a form, keep them as an object, and replay this object', async () => {
      await createHook(server.current, asForm)
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      expect((await post(server.current, FORM, { headers })).body).toMatchObject({ status: 'ok', alerts_created: 1 })
      expect(await alertsOf(server.current)).toMatchObject([{ resource: 'web 1', tags: ['a', 'b'], duplicateCount: 0 }])
      const [entry] = (await histories(server.current)).payloads
      expect(entry).toMatchObject({ payload: FIELDS, sizeBytes: FORM.length, httpStatus: 200 })
      expect((await replay({ history: 0 })).body).toMatchObject({ alerts_created: 1 })
      expect(await alertsOf(server.current)).toMatchObject([{ resource: 'web 1', duplicateCount: 1 }])
    })

    it('should take the payload from the field payload, and verify the signature of the raw body', async () => {
      const auth = { authMode: 'header', authHeaderScheme: 'hub', authSecret: 'It is a secret' }
      await createHook(server.current, { ...asForm, ...auth })
      const body = `payload=${encodeURIComponent(JSON.stringify(DOWN))}`
      const signed = (text: string) => ({ 'X-Hub-Signature-256': `sha256=${hmac(auth.authSecret, text)}` })
      expect((await post(server.current, body, { headers: signed(body) })).status).toBe(200)
      expect((await post(server.current, body, { headers: signed(JSON.stringify(DOWN)) })).status).toBe(401)
      const { payloads } = await histories(server.current)
      expect(payloads.map(({ payload, httpStatus }) => [payload, httpStatus])).toEqual([
        [DOWN, 401],
        [DOWN, 200],
      ])
    })

    it('should explain a form, or the object of a form, as a delivery would be mapped', async () => {
      await createHook(server.current, asForm)
      const ofText = await explain(FORM)
      expect(ofText.body).toMatchObject({ total: 1, alerts: [{ alert: { resource: 'web 1', tags: ['a', 'b'] } }] })
      expect((await explain(FIELDS)).body).toEqual(ofText.body)
      await post(server.current, FORM)
      expect((await explain({ history: 0 })).body).toEqual(ofText.body)
      const unsaved = { config: { ...HOOK, ...asForm }, payload: FORM }
      expect((await server.current.call('POST', `${CONFIG}/test`, { json: unsaved })).body).toEqual(ofText.body)
      expectRefusal(await explain('a=%FF'), 400, 'the payload would be refused: Invalid form: a field is not UTF-8')
      expectRefusal(await explain(`a=${'x'.repeat(262_143)}`), 413, '262144 bytes')
    })

    it('should refuse bodies that are no forms, and forms that are too large or too deep', async () => {
      await createHook(server.current, asForm)
      const answers = [
        await post(server.current, JSON.stringify(DOWN)),
        await post(server.current, 'a=%C3%28'),
        await post(server.current, ''),
        await post(server.current, `payload=${'['.repeat(101)}${']'.repeat(101)}`),
        await post(server.current, `a=${'x'.repeat(262_143)}`),
      ]
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
        [400, 'Invalid form: the body is JSON: set the payloadFormat of the webhook to json'],
        [400, 'Invalid form: a field is not UTF-8'],
        [400, 'The body is empty'],
        [400, expect.stringContaining('nested deeper than 100 levels')],
        [413, expect.stringContaining('the limit is 262144 bytes')],
      ])
      expect((await histories(server.current)).payloads).toEqual([])
    })
  })

  describe('jsonFields', () => {
    it('should be read as JSON before the mapping, and be kept as they were sent', async () => {
      const fieldMappings = { resource: 'host', event: 'check', severity: 'severity', text: 'more.cause' }
      const jsonFields = ['Message', 'Message.alerts[].more']
      await createHook(server.current, { arrayPath: 'Message.alerts', fieldMappings, jsonFields })
      const alerts = [
        { ...DOWN, more: '{"cause":"disk"}' },
        { ...DOWN, host: 'db', more: 'no JSON' },
      ]
      const payload = { Message: JSON.stringify({ alerts }) }
      expect((await post(server.current, payload)).body).toMatchObject({ alerts_created: 2 })
      const texts = (await alertsOf(server.current)).map(({ resource, text }) => `${resource}: ${text}`)
      expect(texts.toSorted()).toEqual(['db: it is broken', 'web: disk'])
      expect((await histories(server.current)).payloads[0]?.payload).toEqual(payload)
      expect((await replay({ history: 0 })).body).toMatchObject({ alerts_created: 2 })
      expect((await explain(payload)).body).toMatchObject({ total: 2, alerts: [{ element: 'Message.alerts[0]' }, {}] })
      expectRefusal(await post(server.current, { Message: 'not JSON' }), 400, 'array path Message.alerts was not found')
    })
  })

  describe('testPayloads', () => {
    it('should answer 200 to a test without an alert, and say so in the history and in an explanation', async () => {
      await createHook(server.current, { testPayloads: TESTS, deduplication: { path: 'host', ttlSeconds: 60 } })
      const test = { ...DOWN, check: 'Test of the webhook' }
      const answer = {
        status: 'ok',
        webhook_id: 'hook',
        webhook_name: 'The hook',
        alerts_created: 0,
        alerts: [],
        test: true,
      }
      for (const _ of [1, 2]) expect(await post(server.current, test)).toMatchObject({ status: 200, body: answer })
      expect(await alertsOf(server.current)).toEqual([])
      const { payloads, errors } = await histories(server.current)
      expect(payloads[0]).toMatchObject({ httpStatus: 200, payload: test, message: TEST_NOTE })
      expect(errors).toEqual([])
      expect((await explain(test)).body).toMatchObject({ total: 0, alerts: [], message: TEST_NOTE })
      expect((await replay({ history: 0 })).body).toEqual(answer)
      expect((await histories(server.current)).payloads[0]?.message).toMatch(/^replay of the payload .*: this payload/)
      const alert = await post(server.current, DOWN)
      expect(alert.body).toMatchObject({ alerts_created: 1 })
      expect(alert.body).not.toHaveProperty('test')
    })

    it('should be looked at after the authentication', async () => {
      const auth = { authMode: 'header', authHeaderName: 'X-Secret', authSecret: 's3cret' }
      await createHook(server.current, { testPayloads: TESTS, ...auth })
      expect((await post(server.current, { ...DOWN, check: 'Test' })).status).toBe(401)
    })
  })

  it('should store how payloads are read, hide it in lists, and write changes of it to the audit trail', async () => {
    const settings = { payloadFormat: 'form', jsonFields: ['a[].b'], testPayloads: TESTS }
    const created = await createHook(server.current, settings)
    expect(created.body.webhook_config).toMatchObject(settings)
    const [listed] = (await server.current.call('GET', '/api/webhook_configs')).body.webhook_configs as object[]
    for (const field of Object.keys(settings)) expect(listed).not.toHaveProperty(field)
    const json = { payloadFormat: 'json', testPayloads: null }
    const changed = await server.current.call('PUT', `${CONFIG}/hook`, { json })
    expect(changed.body.webhook_config).toMatchObject({ ...json, jsonFields: ['a[].b'] })
    const { body } = await server.current.call('GET', '/api/audit?event=webhook-config-updated')
    const changes = { payloadFormat: { from: 'form', to: 'json' }, testPayloads: { from: TESTS, to: null } }
    expect(body.audit).toMatchObject([{ attributes: { changes } }])
    const faulty = { jsonFields: ['a', 'b..c'] }
    const refused = await server.current.call('PUT', `${CONFIG}/hook`, { json: faulty })
    expectRefusal(refused, 400, 'Invalid field mappings: jsonFields[1] is not a payload path')
    expect(refused.body.errors).toMatchObject([{ code: 'invalidJsonField', path: 'jsonFields[1]' }])
  })

  it('should give alerts of webhooks no timeout, and posted alerts a day', async () => {
    await createHook(server.current)
    await post(server.current, DOWN)
    const posted = { resource: 'db', event: 'Down', environment: 'Production', severity: 'major' }
    await server.current.call('POST', '/api/alert', { json: posted })
    const timeouts = (await alertsOf(server.current)).map(({ resource, timeout }) => `${resource} ${timeout}`)
    expect(timeouts.toSorted()).toEqual(['db 86400', 'web 0'])
    const fieldMappings = { ...HOOK.fieldMappings, timeout: 'ttl' }
    await server.current.call('PUT', `${CONFIG}/hook`, { json: { fieldMappings } })
    await post(server.current, { ...DOWN, host: 'web-2', ttl: 60 })
    expect(await alertsOf(server.current)).toContainEqual(expect.objectContaining({ resource: 'web-2', timeout: 60 }))
  })
})
