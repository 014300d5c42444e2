import { describe, expect, it } from 'vitest'
import { expectRefusal, type Sent, useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resources/relations/apply'
const RELATIONS = [
  { environment: 'E', resource: 'esx-1', parent: 'vm-1' },
  { environment: 'E', resource: 'esx-2', parent: 'vm-2' },
]
const NOTHING = { create: 0, update: 0, remove: 0, unchanged: 0 }

// rules.md#applying-relations
describe('POST /api/resources/relations/apply', () => {
  it('should answer with the fields of an import that have a meaning, the same in a dry run', async () => {
    const answer = {
      ...{ status: 'ok', applied: true, source: 'vcenter', mode: 'merge', records: { total: 2 } },
      ...{ relations: { ...NOTHING, create: 2 }, warnings: [], errors: [], planHash: expect.any(String) },
    }
    const dry = await apply({ json: RELATIONS }, '?source=vcenter&dryRun=1')
    expect([dry.status, dry.body]).toEqual([200, { ...answer, applied: false }])
    expect(await total()).toBe(0)
    const done = await apply({ json: { items: RELATIONS } }, '?source=vcenter')
    expect([done.status, done.body]).toEqual([200, answer])
    expect(await total()).toBe(2)
  })

  it('should take CSV, and withdraw with replace what the file does not state', async () => {
    await apply({ json: RELATIONS }, '?source=vcenter')
    const csv = { body: 'resource,parent\nesx-2,vm-1\n', headers: { 'Content-Type': 'text/csv' } }
    const query = '?source=vcenter&mode=replace&environment=E&changes=1'
    const { body } = await apply(csv, query)
    expect(body.relations).toEqual({ ...NOTHING, update: 1, remove: 1 })
    expect(body.changes).toEqual([
      {
        ...{ kind: 'relation', action: 'update', environment: 'E', resource: 'esx-2', parent: 'vm-1' },
        ...{ fields: ['parent'], formerParents: ['vm-2'] },
      },
      { kind: 'relation', action: 'remove', environment: 'E', resource: 'esx-1', parent: 'vm-1' },
    ])
    expect((await apply({ json: [] }, `${query}&maxRemovals=20%25,10`)).status).toBe(400)
    expect((await apply({ json: RELATIONS }, '?source=vcenter&removeStaleAfter=30')).status).toBe(200)
  })

  it('should answer a plan that can be applied and undone, and do exactly the plan of a planHash', async () => {
    const query = '?source=vcenter&mode=replace'
    const { body } = await apply({ json: RELATIONS }, `${query}&dryRun=1&plan=1`)
    const plan = body.plan as object
    const applied = await server.current.call('POST', '/api/resources/plans/apply', { json: plan })
    const counts = { ...NOTHING, create: 2 }
    expect([applied.status, applied.body]).toEqual([
      200,
      {
        ...{ status: 'ok', applied: true, source: 'vcenter', mode: 'replace', records: { total: 2 } },
        ...{ relations: counts, warnings: [], errors: [] },
        ...{ planHash: body.planHash, leftHash: expect.any(String) },
      },
    ])
    const json = { ...plan, applied: { time: '2026-01-01T00:00:00.000Z', hash: applied.body.leftHash } }
    const undone = await server.current.call('POST', '/api/resources/plans/undo', { json })
    expect([undone.status, undone.body]).toMatchObject([200, { kind: 'relations', relations: { remove: 2 } }])
    expect(await total()).toBe(0)
    expect((await apply({ json: RELATIONS }, `${query}&planHash=${body.planHash}`)).status).toBe(200)
    expectRefusal(await apply({ json: RELATIONS }, `${query}&planHash=${body.planHash}`), 409, 'another one now')
  })

  it('should refuse faulty items with all their paths, wrong options, and another scope', async () => {
    const faulty = await apply({ json: [{ resource: 'a' }, { resource: 'b', parent: 'b' }] }, '?source=vcenter')
    expectRefusal(faulty, 400, 'invalid relations')
    expect(faulty.body.errors).toMatchObject([
      { code: 'missingParent', path: 'records[0].parent' },
      { code: 'selfParent', path: 'records[1].parent' },
    ])
    expectRefusal(await apply({ json: RELATIONS }), 400, 'source')
    expectRefusal(await apply({ json: RELATIONS }, '?source='), 400, 'source is required')
    expectRefusal(await apply({ json: RELATIONS }, '?source=a&mode=all'), 400, 'mode must be one of merge, replace')
    expectRefusal(await apply({ json: RELATIONS }, '?source=a&maxRemovals=x'), 400, 'maxRemovals must be')
    expectRefusal(await apply({ json: RELATIONS }, '?source=a&skipInvalid=1'), 400, 'unknown query parameter')
    const reader = await server.current.keyWith(['read:service_topologies'])
    expectRefusal(await apply({ json: RELATIONS, key: reader }, '?source=a'), 403, 'write:service_topologies')
    const writer = await server.current.keyWith(['write:service_topologies'])
    expect((await apply({ json: RELATIONS, key: writer }, '?source=a')).status).toBe(200)
  })
})

// Helpers

async function apply(sent: Sent, query = '') {
  return await server.current.call('POST', `${PATH}${query}`, sent)
}

async function total() {
  return (await server.current.call('GET', '/api/resources/relations')).body.total
}
