import type { Caller } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

const writer: Caller = { user: 'will', scopes: ['write:service_topologies'], requestId: null }

/** Tests the use-cases of relations (rules.md#relations; rules.md#writing-relations). */
export function relationContract(harness: StoreHarness): void {
  it('should store one relation per environment, resource and parent, whatever is sent', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const first = await opsgraph.putRelation(admin, { resource: ' web ', parent: 'vm' })
    const again = await opsgraph.putRelation(admin, { resource: 'web', parent: 'vm', sourceRef: 'wiki' })
    await opsgraph.putRelation(admin, { resource: 'web', parent: 'vm', environment: 'Production' })
    await opsgraph.putRelation(admin, { resource: 'Web', parent: 'vm' })
    expect(first).toMatchObject({ environment: '', source: 'manual', sourceRef: null })
    expect(again).toMatchObject({ id: first.id, createTime: first.createTime, sourceRef: 'wiki' })
    expect(again.updateTime > first.updateTime).toBe(true)
    expect(await peek('relation')).toHaveLength(3)
  })

  it('should never let another source overwrite a manual relation, and return the stored relation', async () => {
    const { opsgraph } = await setStage(harness)
    const drawn = await opsgraph.putRelation(admin, { resource: 'web', parent: 'vm', sourceRef: 'wiki' })
    for (const source of ['event', 'cmdb', 'topology', 'policy'] as const) {
      const kept = await opsgraph.putRelation(admin, { resource: 'web', parent: 'vm', source, sourceRef: 'other' })
      expect(kept).toMatchObject({ id: drawn.id, source: 'manual', sourceRef: 'wiki' })
    }
  })

  it('should end with the strongest source, whatever the order of arrival', async () => {
    const source = fc.constantFrom('manual', 'event', 'cmdb', 'topology', 'policy')
    await fc.assert(
      fc.asyncProperty(fc.array(source, { minLength: 1, maxLength: 5 }), async (arriving) => {
        const { opsgraph, peek } = await setStage(harness)
        for (const one of arriving) await opsgraph.putRelation(admin, { resource: 'web', parent: 'vm', source: one })
        const strongest = ['manual', 'event', 'cmdb', 'topology', 'policy'].find((one) =>
          arriving.includes(one as never),
        )
        expect((await peek('relation')).map((row) => row.source)).toEqual([strongest])
      }),
      propertyRuns(harness, 15),
    )
  })

  it('should tolerate a cycle', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putRelation(admin, { resource: 'a', parent: 'b' })
    await opsgraph.putRelation(admin, { resource: 'b', parent: 'a' })
    const { ancestors, descendants } = await opsgraph.readResourceGraph(admin, { resource: 'a' })
    expect([ancestors, descendants]).toEqual([
      [{ resource: 'b', depth: 1, path: ['a', 'b'] }],
      [{ resource: 'b', depth: 1, path: ['a', 'b'] }],
    ])
  })

  it('should let writers write manual relations, and only administrators relations of other sources', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.putRelation(writer, { resource: 'a', parent: 'b' })
    const single = opsgraph.putRelation(writer, { resource: 'a', parent: 'c', source: 'cmdb' })
    await expect(single).rejects.toMatchObject({ kind: 'forbidden' })
    const bulk = opsgraph.putRelations(writer, { relations: [{ resource: 'a', parent: 'c' }], source: 'event' })
    await expect(bulk).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await peek('relation')).toHaveLength(1)
  })

  it('should count the new and refreshed relations of a bulk request, and a repeated pair once', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putRelation(admin, { resource: 'a', parent: 'b' })
    const relations = [
      { resource: 'a', parent: 'b' },
      { resource: 'a', parent: 'c' },
      { resource: 'a', parent: 'c ' },
      { resource: 'a', parent: 'c', environment: 'Production' },
    ]
    expect(await opsgraph.putRelations(admin, { relations, source: 'policy' })).toEqual({ inserted: 2, updated: 1 })
    expect(await opsgraph.putRelations(admin, { relations, source: 'policy' })).toEqual({ inserted: 0, updated: 3 })
  })

  it('should write nothing of a bulk request with one invalid item', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const relations = [{ resource: 'a', parent: 'b' }, wrongInput({ resource: 'a' })]
    await expect(opsgraph.putRelations(admin, { relations })).rejects.toThrow('relations[1].parent is required')
    expect(await peek('relation')).toEqual([])
    expect(await peek('audit')).toEqual([])
  })

  it('should delete one relation, and leave the relations of its parent', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await opsgraph.putRelation(admin, { resource: 'a', parent: 'b' })
    await opsgraph.putRelation(admin, { resource: 'b', parent: 'c' })
    await opsgraph.deleteRelation(admin, id)
    expect((await peek('relation')).map((row) => row.resource)).toEqual(['b'])
    await expect(opsgraph.deleteRelation(admin, id)).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should delete the relations of a child, only those that match the given fields', async () => {
    const { opsgraph } = await setStage(harness)
    const put = (parent: string, rest = {}) => opsgraph.putRelation(admin, { resource: 'a', parent, ...rest })
    await put('b', { source: 'cmdb', sourceRef: 'itop' })
    await put('c', { source: 'cmdb', sourceRef: 'glpi' })
    await put('d')
    await put('d', { environment: 'Production' })
    await opsgraph.putRelation(admin, { resource: 'd', parent: 'a' })
    const remove = (narrow = {}) => opsgraph.deleteRelationsOf(admin, { resource: ' a ', ...narrow })
    expect(await remove({ source: 'cmdb', sourceRef: 'itop' })).toBe(1)
    expect(await remove({ parent: 'x' })).toBe(0)
    expect(await remove({ parent: 'c' })).toBe(1)
    expect(await remove()).toBe(1)
    expect(await remove({ environment: 'Production' })).toBe(1)
    expect((await opsgraph.listRelations(admin, {})).items.map((one) => one.resource)).toEqual(['d'])
    await expect(opsgraph.deleteRelationsOf(admin, { resource: ' ' })).rejects.toThrow('resource is required')
    await expect(remove({ source: 'guess' })).rejects.toThrow('source must be one of')
    await expect(remove({ parent: 'b\u0000' })).rejects.toThrow('parent contains the character U+0000')
  })

  it('should ignore spaces around names', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putRelation(admin, { resource: 'a', parent: 'b', environment: 'Production' })
    const filters = { environment: [' Production'], resource: ['a '], parent: ['\tb'] }
    expect((await opsgraph.listRelations(admin, { filters })).total).toBe(1)
    expect((await opsgraph.listRelations(admin, { filters: { resource: ['A'] } })).total).toBe(0)
  })

  it('should write an audit entry for each change of relations, with the request and the user', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.putRelation(admin, { resource: 'a', parent: 'b' })
    await opsgraph.putRelations(admin, {
      relations: [
        { resource: 'a', parent: 'b' },
        { resource: 'a', parent: 'c' },
      ],
    })
    await opsgraph.deleteRelation(admin, id)
    await opsgraph.deleteRelationsOf(admin, { resource: 'a' })
    const { items } = await opsgraph.listAuditEntries(admin, {})
    expect(
      items.map(({ event, resourceId, attributes }) => [event, resourceId, attributes.deleted ?? attributes.inserted]),
    ).toEqual([
      ['resource-relation-deleted', null, 1],
      ['resource-relation-deleted', id, undefined],
      ['resource-relations-bulk', null, 1],
      ['resource-relation-created', id, undefined],
    ])
    for (const entry of items) {
      expect(entry).toMatchObject({ type: 'resource-relation', user: 'ann', requestId: 'request-1' })
    }
  })

  it('should put the relation that is stored or deleted into the audit entry', async () => {
    const { opsgraph } = await setStage(harness)
    const facts = {
      environment: 'Production',
      resource: 'a',
      parent: 'b',
      source: 'manual',
      sourceRef: 'wiki',
    } as const
    const { id } = await opsgraph.putRelation(admin, facts)
    await opsgraph.putRelation(admin, { ...facts, source: 'cmdb', sourceRef: 'itop' })
    await opsgraph.deleteRelation(admin, id)
    const { items } = await opsgraph.listAuditEntries(admin, {})
    expect(items.map(({ text, attributes }) => [text, attributes])).toEqual([
      ['a no longer has parent b', facts],
      ['a has parent b', facts],
      ['a has parent b', facts],
    ])
  })
}
