import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'
import { CONFIG, createHook, HOOK } from './webhook-scene.js'

const TRANSLATE = {
  name: 'Severities',
  description: 'Words of the tool',
  order: 10,
  filters: { operator: 'OR', clauses: [{ key: 'origin', op: '=', value: 'x' }] },
  actions: [{ translate: 'severity', values: { P1: 'critical' }, ranges: [{ below: 3, to: 'major' }] }],
}
const DROP = { name: 'Drop', description: '', status: 'inactive', actions: [{ drop: true }] }

onThreeStores((server) => {
  describe('the policies of a webhook', () => {
    it('should be posted, answered, and posted again unchanged', async () => {
      const created = await createHook(server.current, { policies: [DROP, TRANSLATE] })
      expect(created.body.policies).toMatchObject([TRANSLATE, DROP])
      const read = async () => {
        const { body } = await server.current.call('GET', `${CONFIG}/hook?policies=1`)
        return body.webhook_config as Record<string, unknown>
      }
      const document = await read()
      expect(document.policies).toEqual(created.body.policies)
      const put = await server.current.call('PUT', `${CONFIG}/hook`, { json: document })
      expect(put, put.text).toMatchObject({ status: 200, body: { policies: document.policies } })
      expect(put.body.webhook_config).not.toHaveProperty('policies')
      await server.current.call('DELETE', `${CONFIG}/hook`)
      const again = await server.current.call('POST', CONFIG, { json: document })
      expect(again, again.text).toMatchObject({ status: 201, body: { webhook_config: { id: 'hook' } } })
      const copy = await read()
      expect(withoutServerFields(copy)).toEqual(withoutServerFields(document))
    })

    it('should be part of a list if they are asked for, in a form that a PUT takes', async () => {
      await createHook(server.current, { policies: [TRANSLATE] })
      const listed = await server.current.call('GET', '/api/webhook_configs?policies=1')
      const [entry] = listed.body.webhook_configs as Record<string, unknown>[]
      expect(entry?.policies).toMatchObject([TRANSLATE])
      const put = await server.current.call('PUT', `${CONFIG}/hook`, { json: entry })
      expect(put, put.text).toMatchObject({ status: 200, body: { policies: entry?.policies } })
      const plain = await server.current.call('GET', '/api/webhook_configs')
      expect((plain.body.webhook_configs as object[])[0]).not.toHaveProperty('policies')
    })

    it('should be refused with the path of each fault', async () => {
      const policies = [
        { ...DROP, webhookId: 'other' },
        { ...DROP, actions: [{ drop: 1 }] },
      ]
      const refused = await server.current.call('POST', CONFIG, { json: { ...HOOK, policies } })
      expectRefusal(refused, 400, /^Invalid alert policies: policies\[0\]\.webhookId must be missing or hook: /)
      expect(refused.body.errors).toMatchObject([
        { code: 'invalidPolicy', path: 'policies[0].webhookId' },
        { code: 'invalidPolicy', path: 'policies[1].actions[0].drop' },
      ])
      expect((await server.current.call('GET', '/api/webhook_configs')).body.total).toBe(0)
    })

    it('should replace the policies of a preset', async () => {
      const json = { authSecret: 'a secret of enough characters', policies: [DROP] }
      const { body } = await server.current.call('POST', `${CONFIG}?preset=github`, { json })
      expect(body.policies).toMatchObject([{ ...DROP, webhookId: 'github' }])
    })

    it('should need the scopes of policies', async () => {
      await createHook(server.current)
      const json = { user: 'hooks', scopes: ['write:webhook_configs'] }
      const key = (await server.current.call('POST', '/api/key', { json })).body.key as string
      const policies = { json: { policies: [DROP] }, key }
      expectRefusal(await server.current.call('POST', CONFIG, policies), 403, 'write:service_topologies')
      expectRefusal(await server.current.call('PUT', `${CONFIG}/hook`, policies), 403, 'write:service_topologies')
      for (const path of [`${CONFIG}/hook`, '/api/webhook_configs']) {
        expectRefusal(await server.current.call('GET', `${path}?policies=1`, { key }), 403, 'read:service_topologies')
        expect((await server.current.call('GET', `${path}?policies=0`, { key })).status).toBe(200)
      }
    })
  })
})

function withoutServerFields({ createTime: _, updateTime: __, policies, ...webhook }: Record<string, unknown>) {
  const bare = (policies as Record<string, unknown>[]).map(({ id, createTime, updateTime, ...policy }) => policy)
  return { ...webhook, policies: bare }
}
