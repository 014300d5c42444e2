import { SEVERITIES } from '@opsgraph/core/pure'
import { beforeEach, describe, expect, it } from 'vitest'
import { DOCUMENT } from './check-answer.js'
import { expectRefusal, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()
let topology = ''

beforeEach(async () => {
  topology = textAt(await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } }), 'id')
})

describe('a value that is not in a closed list', () => {
  it.each([
    ['/api/alerts?severity=bad', `severity must be one of ${SEVERITIES.join(', ')}, not bad`],
    ['/api/alerts?severity=Critical', 'severity must be one of'],
    ['/api/alerts?severity=critical&severity=', 'not empty'],
    ['/api/alerts?severity=critical,major', 'repeat the parameter: severity=critical&severity=major'],
    [
      '/api/alerts?status=acked',
      'status must be one of open, assign, ack, shelved, blackout, closed, expired, unknown',
    ],
    ['/api/alerts?status=acked&severity=bad', /severity must be one of.*; status must be one of|status.*; severity/],
    ['/api/alerts/by_service/shop?severity=bad', 'severity must be one of'],
    ['/api/alerts/by_service/shop?status=active', 'status must be one of'],
    ['/api/impact?severity=bad', 'severity must be one of'],
    ['/api/impact?healthy=maybe', 'healthy must be one of 0, 1, true, false'],
    ['/api/service_topology?orientation=XX', 'orientation must be one of TB, LR, CI'],
    ['/api/service_topology?schemaVersion=3', 'schemaVersion must be one of 1, 2'],
    ['/api/service_topology?fields=all', 'fields must be one of summary'],
    ['/api/service_topology/:id?column=name', 'column must be id or service_name'],
    ['/api/service_topology/:id/assignments?severity=bad', 'severity must be one of'],
    ['/api/service_topology/:id/assignments?scope=all', 'scope must be one of service, graph'],
    ['/api/service_topology/:id/assignments?includeExcluded=yes', 'includeExcluded must be one of 0, 1, true, false'],
    ['/api/resources/relations?source=itop', 'source must be one of manual, event, cmdb, topology, policy'],
    ['/api/resources/graph?resource=vm&direction=up', 'direction must be one of ancestors, descendants, both'],
    ['/api/service_topology_policy?status=on', 'status must be one of active, inactive'],
    ['/api/resource_relation_policy?status=on', 'status must be one of active, inactive'],
    ['/api/alert_policy?status=on', 'status must be one of active, inactive'],
    ['/api/subscription?format=sms', 'format must be one of json, slack, teams, mattermost, pagerduty, email'],
    ['/api/subscription?enabled=yes', 'enabled must be one of 1, true, 0, false'],
    ['/api/webhook_configs?enabled=yes', 'enabled must be one of 1, true, 0, false'],
    [
      '/api/audit?type=topology',
      'type must be one of resource-relation, redundancy-rule, resource-alias, resources, service-topology',
    ],
    ['/api/audit?event=deleted', 'event must be one of resource-relation-created'],
    ['/api/resources/import/template?format=xml', 'format must be one of'],
  ])('should be refused: GET %s', async (path, message) => {
    expectRefusal(await server.current.call('GET', path.replace(':id', topology)), 400, message)
  })

  it('should be refused in a query and in a body of suggestions', async () => {
    const path = `${PATH}/${topology}/suggest`
    expectRefusal(await server.current.call('POST', `${path}?severity=bad`), 400, 'severity must be one of')
    const sent = { json: { severity: ['bad'] } }
    expectRefusal(await server.current.call('POST', path, sent), 400, 'severity must be one of')
  })

  it('should be refused in the filters of a bulk request, where several values are a list', async () => {
    const change = (filters: object) =>
      server.current.call('PUT', '/api/alerts/status', { json: { status: 'ack', filters } })
    expectRefusal(await change({ severity: 'bad' }), 400, 'severity must be one of')
    expectRefusal(await change({ status: ['open', 'acked'] }), 400, 'status must be one of')
    expectRefusal(await change({ severity: 'critical,major' }), 400, 'send a list')
    expect((await change({ severity: ['critical', 'major'] })).body).toMatchObject({ count: 0 })
  })

  it('should be refused as the source of relations to delete', async () => {
    const path = '/api/resources/relations?resource=vm&source=itop'
    expectRefusal(await server.current.call('DELETE', path), 400, 'source must be one of')
  })
})

describe('the boolean filter of webhooks', () => {
  it('should accept each way to write a boolean', async () => {
    for (const [id, enabled] of Object.entries({ on: true, off: false })) {
      const defaultValues = { resource: 'r', event: 'e', environment: 'E', type: 't', text: 'x', severity: 'minor' }
      await server.current.call('POST', '/api/webhook_config', { json: { id, name: id, enabled, defaultValues } })
    }
    for (const [query, ids] of [
      ['enabled=1', ['on']],
      ['enabled=true', ['on']],
      ['enabled=0', ['off']],
      ['enabled=false', ['off']],
      ['enabled=1&enabled=false', ['on', 'off']],
    ] as const) {
      const { body } = await server.current.call('GET', `/api/webhook_configs?${query}`)
      expect((body.webhook_configs as readonly { id: string }[]).map(({ id }) => id).sort(), query).toEqual(
        [...ids].sort(),
      )
    }
  })
})

describe('from and to', () => {
  it('should be single values', async () => {
    const times = 'from=2026-01-01&from=2026-01-02'
    expectRefusal(await server.current.call('GET', `/api/alerts?${times}`), 400, 'from must be given once, not 2 times')
    expect((await server.current.call('GET', '/api/alerts?from=2026-01-01&to=2027-01-01')).body).toMatchObject({
      total: 0,
    })
  })
})

describe('a parameter for which the document has a closed list', () => {
  const listed = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      parametersOf(operation)
        .filter(isClosed)
        .map(({ name }) => [method.toUpperCase(), path, name] as const),
    ),
  )

  it.each(listed)('should refuse another value: %s %s %s', async (method, path, name) => {
    const required = parametersOf(DOCUMENT.paths[path]?.[method.toLowerCase()]).filter(
      (parameter) => parameter.in === 'query' && parameter.required && parameter.name !== name,
    )
    const query = required.map(({ name, schema }) => `${name}=${[schema.enum ?? 'x'].flat()[0]}&`).join('')
    const url = `${path.replace(/[{]\w+[}]/, topology)}?${query}${name}=unheard-of`
    const sent = method === 'GET' || method === 'DELETE' ? {} : { json: {} }
    expectRefusal(await server.current.call(method, url, sent), 400, name)
  })
})

// Helpers

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: { readonly enum?: unknown; readonly items?: { readonly enum?: unknown } }
}

function parametersOf(operation: object | undefined): readonly Parameter[] {
  const { parameters = [] } = (operation ?? {}) as { readonly parameters?: readonly Parameter[] }
  return parameters
}

function isClosed({ schema }: Parameter): boolean {
  return (schema.enum ?? schema.items?.enum) !== undefined
}
