import { LIMITS, type Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { alertOn, chain, createTopologyOf } from './impact-scene.js'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'

/** Tests the order of topologies by the severity of their services (`sort-by=severity`). */
export function severityOrderContract(harness: StoreHarness): void {
  it('should sort by the worst severity over all pages, then by name, in both directions', async () => {
    const { opsgraph } = await setStage(harness)
    for (const service of ['e-calm', 'd-minor', 'c-critical', 'b-calm', 'a-acknowledged'])
      await create(opsgraph, service)
    await alert(opsgraph, { service: ['d-minor'], severity: 'minor' })
    await alert(opsgraph, { service: ['c-critical'], severity: 'critical' })
    const { id } = await alert(opsgraph, { service: ['a-acknowledged'], severity: 'critical' })
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })
    await alert(opsgraph, { service: ['e-calm'], severity: 'security', status: 'shelved' })
    const order = ['c-critical', 'a-acknowledged', 'd-minor', 'b-calm', 'e-calm']
    expect(await listed(opsgraph, { sortBy: 'severity' })).toEqual(order)
    expect(await listed(opsgraph, { sortBy: '-severity' })).toEqual(order.toReversed())
    const second = await opsgraph.listTopologies(admin, { sortBy: 'severity', page: 2, pageSize: 2 })
    expect(second).toMatchObject({ total: 5, page: 2, pages: 3, more: true })
    expect(second.items.map(({ service }) => service)).toEqual(['d-minor', 'b-calm'])
    expect(second.items[0]?.nodes).toHaveLength(1)
    const chosen = { service: [' d-minor ', 'c-critical', 'none'] }
    expect(await listed(opsgraph, { sortBy: 'severity', filters: chosen })).toEqual(['c-critical', 'd-minor'])
    for (const request of [{}, { sortBy: '-severity', pageSize: 3 }, { sortBy: 'severity', filters: chosen }]) {
      const { items, ...paging } = await opsgraph.listTopologies(admin, request)
      const without = items.map(({ nodes, edges, ...summary }) => summary)
      expect(await opsgraph.listTopologySummaries(admin, request)).toEqual({ ...paging, items: without })
    }
  })

  it('should count only alerts that the catalog includes, by severity and by filters', async () => {
    const { opsgraph } = await setStage(harness)
    for (const service of ['a', 'b', 'c']) await create(opsgraph, service)
    for (const service of ['b', 'c']) await alert(opsgraph, { service: [service], severity: 'critical' })
    await alert(opsgraph, { service: ['a', 'b', 'c'], severity: 'minor', resource: 'shared' })
    const ruled = (serviceId: string, alertImpact: object) =>
      opsgraph.putCatalogService(admin, { serviceId, body: { alertImpact } })
    expect(await listed(opsgraph, { sortBy: 'severity' })).toEqual(['b', 'c', 'a'])
    await ruled('b', { severities: ['minor', 'warning'] })
    expect(await listed(opsgraph, { sortBy: 'severity' })).toEqual(['c', 'a', 'b'])
    await ruled('c', { blacklist: { clauses: [{ key: 'severity', op: 'IN', value: ['critical', 'minor'] }] } })
    await ruled('a', { whitelist: { clauses: [{ key: 'resource', op: '=', value: 'shared' }] } })
    expect(await listed(opsgraph, { sortBy: 'severity' })).toEqual(['a', 'b', 'c'])
  })

  it('should count alerts that reach a service without naming it', async () => {
    const { opsgraph } = await setStage(harness)
    await createTopologyOf(opsgraph, 'a-calm', ['cache'])
    await createTopologyOf(opsgraph, 'b-hurt', ['host'])
    await chain(opsgraph, 'disk', 'host')
    await alertOn(opsgraph, 'disk')
    expect(await listed(opsgraph, { sortBy: 'severity' })).toEqual(['b-hurt', 'a-calm'])
  })

  it('should answer more large pages at a time than may be read at a time, though the impact is computed first', async () => {
    const { opsgraph } = await setStage(harness)
    await create(opsgraph, 'a')
    const large = { sortBy: 'severity', pageSize: LIMITS.pageSize.default + 1 }
    const lists = Array.from({ length: 2 * LIMITS.graphReaders }, () => listed(opsgraph, large))
    expect(await Promise.all(lists)).toEqual(Array.from(lists, () => ['a']))
  })

  it('should need the same number of calls for any number of alerts, topologies and services', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const made = async () => {
      const before = new Map(calls)
      await opsgraph.listTopologies(admin, { sortBy: 'severity' })
      return [...calls].flatMap(([name, times]) => {
        const more = times - (before.get(name) ?? 0)
        return more === 0 ? [] : [`${more} ${name}`]
      })
    }
    const grow = async (number: number) => {
      await create(opsgraph, `service-${number}`)
      await alert(opsgraph, { service: [`service-${number}`], severity: 'major' })
      const whitelist = { clauses: [{ key: 'severity', op: '=', value: 'major' }] } as const
      await opsgraph.putCatalogService(admin, { serviceId: `service-${number}`, body: { alertImpact: { whitelist } } })
      return (await made()).toSorted()
    }
    await grow(0)
    const first = await grow(1)
    for (let number = 2; number < 12; number++) expect(await grow(number)).toEqual(first)
  })
}

async function create(opsgraph: Opsgraph, service: string) {
  return await opsgraph.createTopology(admin, { name: service, description: '-', service })
}

let events = 0

async function alert(opsgraph: Opsgraph, fields: object) {
  const event = `Down ${events++}`
  return await receiveAlert(opsgraph, admin, { environment: 'Production', resource: 'web', event, ...fields })
}

async function listed(opsgraph: Opsgraph, request: Parameters<Opsgraph['listTopologies']>[1]) {
  return (await opsgraph.listTopologies(admin, request)).items.map(({ service }) => service)
}
