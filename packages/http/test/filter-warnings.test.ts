import { describe, expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()
const FILTERS = { clauses: [{ key: 'severity', op: '=', value: 'major' }] }
const MISSPELLED = {
  clauses: [FILTERS.clauses[0], { operator: 'OR', clauses: [{ key: 'resorce', op: '!=', value: 'wp' }] }],
}
const warningAt = (path: string) =>
  `${path}.clauses[1].clauses[0].key: alerts have no field resorce; do you mean resource?`

const named = { name: 'n', description: '' }
const times = { startTime: '2030-01-06T02:00:00Z', endTime: '2030-01-06T04:00:00Z' }

describe('the warnings about keys of filters', () => {
  it.each<[string, string, string, object]>([
    ['a weight policy', '/api/service_topology_policy', 'topology', named],
    ['a relation policy', '/api/resource_relation_policy', 'policy', { ...named, parent: 'rack' }],
    ['an alert policy', '/api/alert_policy', 'policy', { ...named, actions: [{ lowercase: 'event' }] }],
    ['a maintenance window', '/api/maintenance', 'window', { name: 'n', ...times }],
    [
      'a subscription',
      '/api/subscription',
      'subscription',
      { name: 'n', format: 'slack', url: 'https://hooks.test/x' },
    ],
  ])('should be in the answers to POST and PUT of %s', async (_, path, noun, body) => {
    const filters = MISSPELLED
    const created = await call('POST', path, { ...body, filters })
    expect(created).toMatchObject({ status: 201, body: { warnings: [warningAt('filters')] } })
    const one = `${path}/${(created.body[noun] as { id: string }).id}`
    expect((await call('PUT', one, { name: 'again' })).body.warnings).toEqual([warningAt('filters')])
    expect((await call('PUT', one, { filters: FILTERS })).body).not.toHaveProperty('warnings')
    expect((await call('PUT', one, { filters })).body.warnings).toEqual([warningAt('filters')])
    expect((await call('GET', one)).body).not.toHaveProperty('warnings')
  })

  it('should be in the answers to PUT of a catalog entry', async () => {
    const put = (alertImpact: object) => call('PUT', '/api/service_catalog/shop', { alertImpact })
    const [whitelist, blacklist] = [MISSPELLED, MISSPELLED]
    expect(await put({ whitelist })).toMatchObject({
      ...{ status: 201, body: { warnings: [warningAt('alertImpact.whitelist')] } },
    })
    expect((await put({ whitelist: {}, blacklist })).body.warnings).toEqual([warningAt('alertImpact.blacklist')])
    expect((await put({ blacklist: FILTERS })).body).not.toHaveProperty('warnings')
  })

  it('should be in the answers to POST and PUT of a webhook with policies', async () => {
    const policies = [{ ...named, filters: MISSPELLED, actions: [{ drop: true }] }]
    const path = 'policies[0].filters.clauses[1].clauses[0].key'
    const warnings = [{ code: 'unknownKey', path, message: warningAt('policies[0].filters') }]
    const created = await call('POST', '/api/webhook_config', { id: 'w', policies })
    expect(created).toMatchObject({ status: 201, body: { warnings } })
    expect((await call('PUT', '/api/webhook_config/w', { policies })).body).toMatchObject({ warnings })
    const tests = { testPayloads: { clauses: [{ key: 'resorce', op: '=', value: 'test' }] } }
    expect((await call('PUT', '/api/webhook_config/w', tests)).body).toMatchObject({ warnings: [] })
  })

  it('should be in the answers to previews', async () => {
    const window = await call('POST', '/api/maintenance/preview', { filters: MISSPELLED })
    expect(window.body.warnings).toEqual([warningAt('filters')])
    const policy = { ...named, filters: MISSPELLED, actions: [{ drop: true }] }
    const tried = await call('POST', '/api/alert_policy/preview', { policy })
    expect(tried.body.warnings).toEqual([warningAt('policy.filters')])
    expect((await call('POST', '/api/maintenance/preview', {})).body).not.toHaveProperty('warnings')
  })
})

// Helpers

async function call(method: string, path: string, json?: object) {
  return await server.current.call(method, path, json === undefined ? {} : { json })
}
