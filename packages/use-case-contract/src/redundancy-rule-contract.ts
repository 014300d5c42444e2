import { LIMITS } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { admin, setStage } from './stage.js'

const KEY = { environment: 'Production', resource: 'databases' }
const editor = { user: 'ed', scopes: ['write:service_topologies', 'read:service_topologies'], requestId: null } as const

/** Tests the redundancy rules of resources (rules.md#redundancy-rules). */
export function redundancyRuleContract(harness: StoreHarness): void {
  it('should create a rule, and replace it as a whole', async () => {
    const { opsgraph } = await setStage(harness)
    const body = { minHealthy: '50%', failedAt: 'critical', degraded: null, text: 'half of them' } as const
    const first = await opsgraph.putRedundancyRule(editor, { ...KEY, body })
    expect(first.created).toBe(true)
    expect(first.rule).toMatchObject({ ...KEY, ...body, source: 'manual', sourceRef: null })
    const second = await opsgraph.putRedundancyRule(editor, { ...KEY, body: { minHealthy: 2 } })
    expect(second.created).toBe(false)
    expect(second.rule).toEqual({
      ...{ ...first.rule, minHealthy: 2, failedAt: 'major', degraded: 'warning', text: '' },
      updateTime: second.rule.updateTime,
    })
    expect(second.rule.updateTime > first.rule.updateTime).toBe(true)
    expect(await opsgraph.readRedundancyRule(editor, { environment: ' Production', resource: 'databases ' })).toEqual(
      second.rule,
    )
  })

  it('should accept a rule of a resource that nothing else names, in several environments', async () => {
    const { opsgraph } = await setStage(harness)
    for (const environment of ['', 'Production']) {
      await opsgraph.putRedundancyRule(editor, { environment, resource: 'unknown', body: { minHealthy: 1 } })
    }
    const { items } = await opsgraph.listRedundancyRules(editor, {})
    expect(items.map(({ environment }) => environment)).toEqual(['', 'Production'])
  })

  it('should keep the rule of a stronger source, and write nothing then', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { rule } = await opsgraph.putRedundancyRule(editor, { ...KEY, body: { minHealthy: 2 } })
    const version = await store.redundancyRules.version()
    const weaker = { minHealthy: 1, source: 'cmdb', sourceRef: 'itop' } as const
    expect(await opsgraph.putRedundancyRule(admin, { ...KEY, body: weaker })).toEqual({ rule, created: false })
    expect(await store.redundancyRules.version()).toBe(version)
    expect((await opsgraph.listAuditEntries(admin, {})).total).toBe(1)
  })

  it('should replace the rule of a weaker source, and of the same one', async () => {
    const { opsgraph } = await setStage(harness)
    for (const source of ['policy', 'cmdb', 'cmdb', 'manual'] as const) {
      const { rule } = await opsgraph.putRedundancyRule(admin, { ...KEY, body: { minHealthy: 1, source } })
      expect(rule.source).toBe(source)
    }
  })

  it('should need the scope admin:service_topologies for a source other than manual', async () => {
    const { opsgraph } = await setStage(harness)
    const body = { minHealthy: 1, source: 'cmdb' } as const
    await expect(opsgraph.putRedundancyRule(editor, { ...KEY, body })).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'this needs the scope admin:service_topologies',
    })
  })

  it('should delete a rule once, and find none then', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.putRedundancyRule(editor, { ...KEY, body: { minHealthy: 1 } })
    await opsgraph.deleteRedundancyRule(editor, { ...KEY, resource: ' databases' })
    expect(await peek('redundancyRule')).toEqual([])
    const gone = { kind: 'notFound', message: 'redundancy rule not found' }
    await expect(opsgraph.deleteRedundancyRule(editor, KEY)).rejects.toMatchObject(gone)
    await expect(opsgraph.readRedundancyRule(editor, KEY)).rejects.toMatchObject(gone)
  })

  it('should list rules by environment, resource, source and a part of the resource or the text', async () => {
    const { opsgraph } = await setStage(harness)
    const put = (resource: string, body: object, environment = 'Production') =>
      opsgraph.putRedundancyRule(admin, { environment, resource, body: { minHealthy: 1, ...body } })
    await put('web', { text: 'Half of the Nodes' })
    await put('db-node', { source: 'cmdb', sourceRef: 'itop' })
    await put('db', {}, 'Test')
    const list = async (filters: object) =>
      (await opsgraph.listRedundancyRules(editor, { filters })).items.map(({ resource }) => resource)
    expect(await list({})).toEqual(['db-node', 'web', 'db'])
    expect(await list({ environment: [' Test '] })).toEqual(['db'])
    expect(await list({ resource: ['web ', 'db'] })).toEqual(['web', 'db'])
    expect(await list({ source: ['cmdb'] })).toEqual(['db-node'])
    expect(await list({ sourceRef: ['itop'] })).toEqual(['db-node'])
    expect(await list({ q: ['nODE'] })).toEqual(['db-node', 'web'])
    await expect(list({ source: ['rumor'] })).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('should refuse a rule above the limit, but not the change of a stored one', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { rule } = await opsgraph.putRedundancyRule(editor, { ...KEY, body: { minHealthy: 1 } })
    const others = Array.from({ length: LIMITS.redundancyRules - 1 }, (_, index) => {
      return { ...rule, id: `rule ${index}`, resource: `resource ${index}` }
    })
    await store.redundancyRules.save(others)
    const further = { ...KEY, resource: 'further', body: { minHealthy: 1 } }
    await expect(opsgraph.putRedundancyRule(editor, further)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'there are 10000 redundancy rules, and the limit is 10000: delete rules that you do not need',
    })
    expect((await opsgraph.putRedundancyRule(editor, { ...KEY, body: { minHealthy: 5 } })).rule.minHealthy).toBe(5)
    await opsgraph.deleteRedundancyRule(editor, KEY)
    expect((await opsgraph.putRedundancyRule(editor, further)).created).toBe(true)
  })

  it('should write audit entries with what has changed', async () => {
    const { opsgraph } = await setStage(harness)
    for (const minHealthy of [1, 2, 2]) await opsgraph.putRedundancyRule(editor, { ...KEY, body: { minHealthy } })
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { type: ['redundancy-rule'] } })
    expect(items.map(({ event, text }) => [event, text])).toEqual([
      ['redundancy-rule-updated', 'redundancy rule of databases updated'],
      ['redundancy-rule-created', 'redundancy rule of databases created'],
    ])
    expect(items[0]?.attributes).toEqual({ changes: { minHealthy: { from: 1, to: 2 } } })
    expect(items[1]?.attributes).toMatchObject({ ...KEY, minHealthy: 1, degraded: 'warning' })
  })

  it('should store one rule if several callers set it at the same time', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const puts = Array.from({ length: 8 }, (_, index) =>
      opsgraph.putRedundancyRule(editor, { ...KEY, body: { minHealthy: index } }),
    )
    expect((await Promise.all(puts)).filter(({ created }) => created)).toHaveLength(1)
    expect(await peek('redundancyRule')).toHaveLength(1)
  })
}
