import { describe, expect, it } from 'vitest'
import { onThreeStores } from './on-three-stores.js'
import { alertsOf, createHook, DOWN, HOOK, post } from './webhook-scene.js'

onThreeStores((server) => {
  describe('every row of the mapping value syntax', () => {
    it.each<[string, object, unknown, object[]]>([
      ['a path of one name', { value: 'a' }, { ...DOWN, a: 'x' }, [{ value: 'x' }]],
      ['a path of names', { value: 'a.b' }, { ...DOWN, a: { b: 'x' } }, [{ value: 'x' }]],
      [
        'a path with an index',
        { value: 'a[0]', group: 'a[1].b' },
        { ...DOWN, a: [8, { b: 9 }] },
        [{ value: '8', group: '9' }],
      ],
      ['a path with quotes', { value: 'a[1].b["x.y"]' }, { ...DOWN, a: [0, { b: { 'x.y': 7 } }] }, [{ value: '7' }]],
      [
        'a missing path, and one that is null',
        { value: 'none', group: 'nil' },
        { ...DOWN, nil: null },
        [{ value: '', group: 'Misc' }],
      ],
      [
        'a whole array',
        { tags: 'tags', service: 'tags[]' },
        { ...DOWN, tags: ['x', 'y'] },
        [{ tags: ['x', 'y'], service: ['x', 'y'] }],
      ],
      ['a joined array', { group: { path: 'tags', join: '+' } }, { ...DOWN, tags: ['x', 2, null] }, [{ group: 'x+2' }]],
      [
        'one alert for each element, where [N] reads the same index',
        { resource: { path: 'hosts[]', expand: true }, value: 'values[N]' },
        { ...DOWN, hosts: ['a', 'b'], values: [1, 2] },
        [
          { resource: 'a', value: '1' },
          { resource: 'b', value: '2' },
        ],
      ],
      [
        'as many alerts as the longer of two lists has elements, where the shorter gives nothing',
        { resource: { path: 'hosts[].name', expand: true }, value: { path: 'values[]', expand: true } },
        { ...DOWN, hosts: [{ name: 'a' }, { name: 'b' }], values: [1] },
        [
          { resource: 'a', value: '1' },
          { resource: 'b', value: '' },
        ],
      ],
      [
        'a choice',
        { group: { path: 'ok', if_true: 'up', if_false: 'down' } },
        { ...DOWN, ok: 'false' },
        [{ group: 'down' }],
      ],
      [
        'attributes',
        {
          attributes: {
            region: 'where.region',
            up: { path: 'ok', if_true: 1, if_false: 0 },
            fixed: 3,
            inner: { host: 'host' },
          },
        },
        { ...DOWN, where: { region: 'eu' }, ok: true },
        [{ attributes: { region: 'eu', up: 1, fixed: 3, inner: { host: 'web' } } }],
      ],
      ['a number and a boolean', { timeout: 60, value: true }, DOWN, [{ timeout: 60, value: 'true' }]],
      ['a text, which is always a path', { group: 'Linux servers' }, DOWN, [{ group: 'Misc' }]],
    ])('should map %s', async (_, mappings, payload, alerts) => {
      await createHook(server.current, { fieldMappings: { ...HOOK.fieldMappings, ...mappings } })
      const { status, text } = await post(server.current, payload)
      expect(status, text).toBe(200)
      const made = (await alertsOf(server.current)).toSorted((left, right) =>
        String(left.resource) < String(right.resource) ? -1 : 1,
      )
      expect(made).toMatchObject(alerts)
    })

    it('should create an alert for each element if the body is a list', async () => {
      await createHook(server.current)
      await post(server.current, [DOWN, { ...DOWN, host: 'db' }])
      expect((await alertsOf(server.current)).map(({ resource }) => resource).sort()).toEqual(['db', 'web'])
    })

    it.each([
      ...[true, 'true', 1].map((sent) => [sent, 'up']),
      ...[false, 'false', 0].map((sent) => [sent, 'down']),
      ...['True', 'yes', '', 2, '1', null, [], {}].map((sent) => [sent, 'Misc']),
    ])('should choose by %j: %s', async (ok, group) => {
      await createHook(server.current, {
        fieldMappings: { ...HOOK.fieldMappings, group: { path: 'ok', if_true: 'up', if_false: 'down' } },
      })
      await post(server.current, { ...DOWN, ok })
      expect(await alertsOf(server.current)).toMatchObject([{ group }])
    })

    it.each([
      'toString',
      'constructor.name',
      '__proto__.x',
      'host.length',
      'list.length',
      '{{host}}',
      'list[9]',
      'a..b',
    ])('should use the default value for the path %s, which leads to nothing', async (path) => {
      const defaultValues = { ...HOOK.defaultValues, value: 'default' }
      await createHook(server.current, {
        fieldMappings: { ...HOOK.fieldMappings, value: path, group: path },
        defaultValues,
      })
      const odd = `{"host":"web","check":"Down","list":[1],"__proto__":{"x":"p"},"constructor":{"name":"c"}}`
      expect((await post(server.current, odd)).status).toBe(200)
      expect(await alertsOf(server.current)).toMatchObject([{ value: 'default', group: 'Misc' }])
    })

    it('should use a default value exactly for fields that are not mapped, missing or null', async () => {
      const defaultValues = { ...HOOK.defaultValues, severity: 'minor', value: 'v', group: 'g', origin: 'o' }
      await createHook(server.current, {
        fieldMappings: { ...HOOK.fieldMappings, group: 'g', origin: 'o' },
        defaultValues,
      })
      await post(server.current, { host: 'web', check: 'Down', severity: null, o: '' })
      expect(await alertsOf(server.current)).toMatchObject([{ severity: 'minor', value: 'v', group: 'g', origin: '' }])
    })

    it.each<[object, object, string]>([
      [{}, { where: null }, 'An environment must be provided'],
      [{ service: 'host' }, {}, 'service must be a list'],
      [{ tags: 'host' }, {}, 'tags must be a list'],
      [{}, { severity: 'page' }, 'Severity (page) is not one of security, critical,'],
      [{ group: 'labels' }, { labels: { a: 1 } }, 'group must be a string'],
      [{ text: 'list[]' }, { list: ['a'] }, 'text must be a string'],
      [{ text: { path: 'list', join: ',' } }, { list: [{}] }, 'text must be a string'],
    ])('should reject the alert for the mapping %j and the payload %j: %s', async (mappings, fields, words) => {
      await createHook(server.current, {
        fieldMappings: { ...HOOK.fieldMappings, environment: 'where', ...mappings },
        defaultValues: { type: 'check', text: 'it is broken' },
      })
      const received = await post(server.current, { ...DOWN, where: 'Production', ...fields })
      expect(received.body).toMatchObject({ code: 400, errors: [{ error: expect.stringContaining(words) }] })
    })

    it('should read all paths relative to the elements of arrayPath', async () => {
      await createHook(server.current, { arrayPath: 'data.alerts' })
      await post(server.current, { data: { alerts: [DOWN, { ...DOWN, host: 'db' }] }, host: 'ignored' })
      expect((await alertsOf(server.current)).map(({ resource }) => resource).sort()).toEqual(['db', 'web'])
    })

    it('should weigh alerts and store their relations like POST /api/alert', async () => {
      const policy = { name: 'p', description: '', weight: 7, filters: {}, status: 'active' }
      await server.current.call('POST', '/api/service_topology_policy', { json: policy })
      await createHook(server.current, { fieldMappings: { ...HOOK.fieldMappings, resourceParent: 'vm', origin: 'by' } })
      await post(server.current, { ...DOWN, vm: 'vm-1', by: 'zabbix' })
      expect(await alertsOf(server.current)).toMatchObject([{ attributes: { weight: 7 }, resourceParent: 'vm-1' }])
      const { body } = await server.current.call('GET', '/api/resources/relations')
      expect(body.relations).toMatchObject([{ resource: 'web', parent: 'vm-1', source: 'event', sourceRef: 'zabbix' }])
    })
  })
})
