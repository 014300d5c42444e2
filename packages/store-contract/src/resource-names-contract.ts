import { expect, it } from 'vitest'
import { ODD_NAMES } from './odd-text.js'
import { relationBetween, sampleAlert, sampleRelation } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `RelationStore` and `AlertStore` for the names of resources. */
export function resourceNamesContract(harness: StoreHarness): void {
  it('should say which resources are the child or the parent of a relation', async () => {
    const { relations } = (await harness.open()).store
    await relations.upsert([
      relationBetween('web', 'vm'),
      relationBetween('app', 'vm'),
      sampleRelation({ environment: '', resource: 'x' }),
    ])
    const names = ['vm', 'web', 'none', 'x', 'VM', 'vm', '', '\u0000', '\ud800']
    expect([...(await relations.known('Production', names))].sort()).toEqual(['vm', 'web'])
    expect(await relations.known('', ['web', 'x'])).toEqual(['x'])
    expect(await relations.known('Production', [])).toEqual([])
    await relations.upsert(ODD_NAMES.map((name) => relationBetween(name, 'hub')))
    expect([...(await relations.known('Production', ODD_NAMES))].sort()).toEqual([...ODD_NAMES].sort())
  })

  it('should say which resources have an alert, whatever its status', async () => {
    const { alerts } = (await harness.open()).store
    const on = (resource: string, fields = {}) => sampleAlert({ environment: 'Production', resource, ...fields })
    await alerts.save([on('web'), on('web', { event: 'Slow' }), on('db', { status: 'closed' }), on('vm')])
    await alerts.save([on('x', { environment: '' })])
    const names = ['web', 'none', 'db', 'x', 'WEB', 'web', '\u0000', '\ud800']
    expect([...(await alerts.known('Production', names))].sort()).toEqual(['db', 'web'])
    expect(await alerts.known('Production', [])).toEqual([])
  })

  it('should find the active alerts that name a resource, as their own, as the parent or among the children', async () => {
    const { store } = await harness.open()
    const alert = (event: string, fields: Parameters<typeof sampleAlert>[0]) =>
      sampleAlert({ environment: 'Production', resource: 'other', event, ...fields })
    await store.alerts.save([
      alert('own', { resource: 'db' }),
      alert('parent', { resourceParent: 'db' }),
      alert('children', { resourceChildren: ['x', 'db'] }),
      alert('twice', { resource: 'db', resourceChildren: ['db'] }),
      alert('ended', { resource: 'db', status: 'closed' }),
      alert('elsewhere', { environment: 'Lab', resource: 'db' }),
      alert('near', { resource: 'DB', resourceParent: 'db1', resourceChildren: ['d', '"db"'] }),
      ...ODD_NAMES.map((name) => alert(`odd ${name}`, { resourceParent: name, resourceChildren: [name] })),
    ])
    const naming = async (resource: string) =>
      (await store.alerts.naming({ environment: 'Production', resource })).map(({ event }) => event).toSorted()
    expect(await naming('db')).toEqual(['children', 'own', 'parent', 'twice'])
    for (const name of ODD_NAMES) expect(await naming(name)).toEqual([`odd ${name}`])
    for (const unknown of ['', 'unknown', '\u0000', '\ud800']) expect(await naming(unknown)).toEqual([])
    const [key] = await store.alerts.naming({ environment: 'Lab', resource: 'db' })
    expect(key).toMatchObject({ environment: 'Lab', resource: 'db', event: 'elsewhere' })
  })

  it('should find names and beginnings of names, in any case and environment, each once', async () => {
    const { relations } = (await harness.open()).store
    const names = ['DB-1', 'db-1', 'Db-1.example.org', 'db-1:5432', 'db-10', 'db-2', 'É']
    await relations.upsert([
      ...names.map((name) => relationBetween(name, 'Rack-1')),
      ...names.map((name) => sampleRelation({ environment: 'Staging', resource: 'top', parent: name })),
      relationBetween('DB-1', 'rack-2'),
    ])
    const found = async (names: readonly string[], prefixes: readonly string[] = []) => {
      const near = await relations.namedLike({ names, prefixes }, 100)
      return near.map(({ environment, resource }) => `${environment} ${resource}`).sort()
    }
    expect(await found(['db-1'])).toEqual([...['Production DB-1', 'Production db-1', 'Staging DB-1', 'Staging db-1']])
    expect(await found([], ['db-1.', 'db-1:', 'db-1:'])).toEqual([
      ...['Production Db-1.example.org', 'Production db-1:5432'],
      ...['Staging Db-1.example.org', 'Staging db-1:5432'],
    ])
    expect(await found(['rack-1', 'rack-2', 'nothing'])).toEqual(['Production Rack-1', 'Production rack-2'])
    expect(await found(['db-2'], ['rack-1'])).toEqual(['Production Rack-1', 'Production db-2', 'Staging db-2'])
    expect(await found(['é', 'DB-1', '', '\u0000', '\ud800'], ['DB', '\u0000', '\ud800'])).toEqual([])
    expect(await found([])).toEqual([])
    await relations.upsert(ODD_NAMES.map((name) => relationBetween(name, 'odd')))
    for (const name of ODD_NAMES.filter((odd) => !/[A-Z]/.test(odd))) {
      expect(await found([name])).toContain(`Production ${name}`)
      expect(await found([], [name])).toContain(`Production ${name}`)
    }
    expect(await relations.namedLike({ names: [], prefixes: ['db'] }, 3)).toHaveLength(3)
  })
}
