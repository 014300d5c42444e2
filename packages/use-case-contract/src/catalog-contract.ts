import type { Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

/** Tests the service catalog, and its effect on assignments (rules.md#service-catalog). */
export function catalogContract(harness: StoreHarness): void {
  it('should create an entry with the defaults, then change what is sent', async () => {
    const { opsgraph } = await setStage(harness)
    const created = await opsgraph.putCatalogService(admin, { serviceId: ' shop ', body: { icon: 'cart' } })
    expect(created).toMatchObject({ created: true, service: { serviceId: 'shop', name: 'shop', icon: 'cart' } })
    const changed = await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { name: 'Web shop' } })
    expect(changed).toEqual({ created: false, service: { ...created.service, name: 'Web shop' } })
    expect(await opsgraph.readCatalogServiceById(admin, 'shop')).toEqual(changed.service)
    expect((await opsgraph.listCatalogServices(admin, {})).items).toEqual([changed.service])
    await opsgraph.deleteCatalogService(admin, 'shop')
    await expect(opsgraph.readCatalogServiceById(admin, 'shop')).rejects.toMatchObject({ kind: 'notFound' })
    await expect(opsgraph.deleteCatalogService(admin, 'shop')).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should create one entry for concurrent changes of one service, and lose no change', async () => {
    const { opsgraph } = await setStage(harness)
    const bodies: SentEntry[] = [
      { name: 'Web shop' },
      { icon: 'cart' },
      { description: 'Sells' },
      { alertImpact: impact() },
    ]
    const answers = await Promise.all(
      bodies.map((body) => opsgraph.putCatalogService(admin, { serviceId: 'shop', body })),
    )
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await opsgraph.readCatalogServiceById(admin, 'shop')).toMatchObject({
      name: 'Web shop',
      icon: 'cart',
      description: 'Sells',
      alertImpact: { severities: ['major'] },
    })
  })

  it('should have the owner, the runbook and the links, list by the owner, and show what hurts a service whose', async () => {
    const { opsgraph } = await setStage(harness)
    const links = [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }]
    const contact = { owner: 'Team A', runbook: 'https://wiki.example.com/shop' }
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { ...contact, links } })
    await opsgraph.putCatalogService(admin, { serviceId: 'bank', body: { owner: 'Team B' } })
    expect(await opsgraph.readCatalogServiceById(admin, 'shop')).toMatchObject({ ...contact, links })
    const owned = await opsgraph.listCatalogServices(admin, { filters: { owner: [' Team A '] }, sortBy: '-owner' })
    expect(owned.items).toMatchObject([{ serviceId: 'shop', ...contact, links }])
    await prepare(opsgraph)
    await opsgraph.receiveAlert(admin, {
      environment: 'Production',
      resource: 'x',
      event: 'Down',
      severity: 'minor',
      service: ['alone'],
    })
    const impacts = async (filters: object) => (await opsgraph.readImpact(admin, { filters })).items
    expect(await impacts({})).toMatchObject([
      { service: 'shop', ...contact },
      { service: 'alone', owner: '', runbook: '' },
      { service: 'bank', owner: 'Team B', runbook: '' },
    ])
    expect(await impacts({ owner: ['Team B', ' Team C '] })).toMatchObject([{ service: 'bank' }])
    await opsgraph.putCatalogService(admin, { serviceId: 'bank', body: { owner: 'Team C' } })
    expect(await impacts({ owner: ['Team B'] })).toEqual([])
  })

  it('should count every active alert of a service that the catalog does not know', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await prepare(opsgraph)
    await opsgraph.putCatalogService(admin, { serviceId: 'bank', body: { alertImpact: { severities: ['security'] } } })
    expect(await counted(opsgraph, { id })).toEqual(['db', 'web', 'cache'])
  })

  it.each<[what: string, alertImpact: SentEntry['alertImpact'], counted: readonly string[]]>([
    ['severities', { severities: ['major'] }, ['web']],
    ['statuses', { statuses: ['ack'] }, ['cache']],
    ['a whitelist', { whitelist: { clauses: [{ key: 'resource', op: 'IN', value: 'web,cache' }] } }, ['web', 'cache']],
    ['a blacklist', { blacklist: { clauses: [{ key: 'attributes.test', op: '=', value: true }] } }, ['web', 'cache']],
    ['nothing', {}, ['db', 'web', 'cache']],
    ['a status that is not active', { statuses: ['closed'] }, []],
  ])(
    'should count the alerts that %s of the entry let through, unless the caller ignores it',
    async (_, alertImpact, names) => {
      const { opsgraph } = await setStage(harness)
      const { id } = await prepare(opsgraph)
      await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact } })
      expect(await counted(opsgraph, { id })).toEqual(names)
      expect(await counted(opsgraph, { id, includeExcluded: true })).toEqual(['db', 'web', 'cache'])
      expect(await counted(opsgraph, { id, includeExcluded: true, severities: ['major'] })).toEqual(['web'])
      await opsgraph.deleteCatalogService(admin, 'shop')
      expect(await counted(opsgraph, { id })).toEqual(['db', 'web', 'cache'])
    },
  )
}

// Helpers

type SentEntry = Parameters<Opsgraph['putCatalogService']>[1]['body']

function impact(): SentEntry['alertImpact'] {
  return { severities: ['major'] }
}

/**
 * Creates a topology and four alerts: a minor one with the attribute `test`, a major one, an acknowledged one, and a
 * closed one.
 */
async function prepare(opsgraph: Opsgraph) {
  const topology = await opsgraph.createTopology(admin, shopBody())
  const receive = (resource: string, fields: object) =>
    opsgraph.receiveAlert(admin, { environment: 'Production', resource, event: 'Down', service: ['shop'], ...fields })
  await receive('db', { severity: 'minor', attributes: { test: true } })
  await receive('web', { severity: 'major' })
  await receive('cache', { severity: 'warning', status: 'ack' })
  await receive('disk', { severity: 'ok' })
  return topology
}

async function counted(opsgraph: Opsgraph, query: Parameters<Opsgraph['readAssignments']>[1]) {
  return (await opsgraph.readAssignments(admin, query)).alerts.map(({ resource }) => resource)
}
