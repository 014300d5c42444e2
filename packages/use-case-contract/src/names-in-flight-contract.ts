import { type AlertInput, createOpsgraph, type Opsgraph, type Store } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { OpenTransaction, waitBriefly } from './hold.js'
import { receiveAlert } from './receive-alert.js'
import { edge, node } from './shop-document.js'
import { admin } from './stage.js'
import { fileOf, importing } from './transfer-scene.js'

const ENVIRONMENT = 'Production'
const OLD = 'srv-old'
const NEW = 'srv-new'

/** Two stores on the same data, as two servers have them. They may be the same object. */
export interface TwoStores {
  readonly one: Store
  readonly other: Store
}

/** Every write that stores a name from an alert, a request or a file. */
const WRITERS: Readonly<Record<string, (opsgraph: Opsgraph) => Promise<unknown>>> = {
  'an alert': (opsgraph) => receive(opsgraph, { resource: OLD }),
  'the parent of an alert': (opsgraph) => receive(opsgraph, { resource: 'disk', resourceParent: OLD }),
  'the children of an alert': (opsgraph) => receive(opsgraph, { resource: 'shop', resourceChildren: ['x', OLD] }),
  'the parent of a relation policy': (opsgraph) => receive(opsgraph, { resource: 'guest' }),
  'a delivery to a webhook': (opsgraph) => deliver(opsgraph),
  'a relation': (opsgraph) => opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource: OLD, parent: 'app' }),
  'relations in bulk': (opsgraph) =>
    opsgraph.putRelations(admin, { relations: [{ environment: ENVIRONMENT, resource: 'disk', parent: OLD }] }),
  'a CMDB import': (opsgraph) =>
    opsgraph.importCmdb(admin, {
      body: fileOf([{ environment: ENVIRONMENT, resource: 'disk', parent: OLD, services: ['shop'] }]),
      options: { mode: 'merge', source: 'itop' },
    }),
  'a redundancy rule': (opsgraph) =>
    opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource: OLD, body: { minHealthy: 2 } }),
  'a topology': (opsgraph) =>
    opsgraph.createTopology(admin, { name: 'Shop', description: '', service: 'shop', ...TOPOLOGY }),
  'an imported topology': (opsgraph) =>
    importing(
      opsgraph,
      { kind: 'platform-service-topology', schemaVersion: 2, topology: { service: 'shop' }, ...TOPOLOGY },
      { mode: 'merge' },
    ),
}

const TOPOLOGY = {
  nodes: [
    { ...node('s', 'shop'), kind: 'service' as const },
    { ...node('e', ENVIRONMENT), kind: 'environment' as const },
    { ...node('r', OLD), kind: 'resource' as const },
  ],
  edges: [edge('s', 'e'), edge('e', 'r')],
}

/**
 * Tests that names in requests that are in progress follow a rename and an alias (rules.md#rename-11): after both have
 * ended, in any order, nothing has the old name.
 */
export function namesInFlightContract(open: () => Promise<TwoStores>): void {
  it('should refuse an alias if a relation in flight has its name, and count the alerts in flight', async () => {
    const { writer, renamer, hold } = await scene(await open(), 'writer')
    const related = writer.putRelation(admin, { environment: ENVIRONMENT, resource: 'alias', parent: 'app' })
    await Promise.race([hold.reached, related])
    const refused = expect(alias(renamer)).rejects.toMatchObject({ kind: 'conflict' })
    await waitBriefly(refused)
    hold.release()
    await Promise.all([related, refused])

    const next = await scene(await open(), 'writer')
    const received = receive(next.writer, { resource: 'alias' })
    await Promise.race([next.hold.reached, received])
    const set = alias(next.renamer)
    await waitBriefly(set)
    next.hold.release()
    await received
    expect(await set).toMatchObject({ activeAlerts: 1 })
  })

  it('should resolve an alias that was set first', async () => {
    const { writer, renamer, hold, store } = await scene(await open(), 'renamer')
    const set = alias(renamer)
    await Promise.race([hold.reached, set])
    const written = Promise.all([
      receive(writer, { resource: 'alias' }),
      writer.putRelation(admin, { environment: ENVIRONMENT, resource: 'alias', parent: 'app' }),
    ])
    await waitBriefly(written)
    hold.release()
    await Promise.all([set, written])
    expect(await store.resources.find([{ environment: ENVIRONMENT, resource: 'alias' }])).toEqual([])
  })

  it.each<[what: string, change: (opsgraph: Opsgraph, id: string) => Promise<unknown>]>([
    ['its id', (opsgraph, id) => opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })],
    ['filters', (opsgraph) => opsgraph.setAlertStatuses(admin, { filters: { event: 'Down' }, status: 'ack' })],
  ])('should change the status of an alert by %s while it is renamed', async (_, change) => {
    const { writer, renamer, hold, store } = await scene(await open(), 'renamer')
    const [{ id } = { id: '' }] = (await writer.listAlerts(admin, {})).items
    const renaming = rename(renamer)
    await Promise.race([hold.reached, renaming])
    const changing = change(writer, id)
    await waitBriefly(changing)
    hold.release()
    await Promise.all([changing, renaming])
    expect(await store.alerts.read(id)).toMatchObject({ resource: NEW, status: 'ack' })
  })

  it('should delete a relation that is deleted while it is renamed', async () => {
    const { writer, renamer, hold, store } = await scene(await open(), 'renamer')
    const [{ id } = { id: '' }] = (await writer.listRelations(admin, {})).items
    const renaming = rename(renamer)
    await Promise.race([hold.reached, renaming])
    const deleting = writer.deleteRelation(admin, id)
    await waitBriefly(deleting)
    hold.release()
    await Promise.all([deleting, renaming])
    expect(await store.relations.read(id)).toBeUndefined()
  })

  describe.each(Object.entries(WRITERS))('%s, in flight while a resource is renamed', (_, write) => {
    it('should follow the rename if it was first', async () => {
      const { writer, renamer, hold, store } = await scene(await open(), 'writer')
      const writing = write(writer)
      await Promise.race([hold.reached, writing])
      const renaming = rename(renamer)
      await waitBriefly(renaming)
      hold.release()
      await Promise.all([writing, renaming])
      await expectRenamed(store)
    })

    it('should get the new name if the rename was first', async () => {
      const { writer, renamer, hold, store } = await scene(await open(), 'renamer')
      const renaming = rename(renamer)
      await Promise.race([hold.reached, renaming])
      const writing = write(writer)
      await waitBriefly(writing)
      hold.release()
      await Promise.all([writing, renaming])
      await expectRenamed(store)
    })
  })
}

// Helpers

async function expectRenamed({ resources, alerts }: Store): Promise<void> {
  expect(await resources.find([{ environment: ENVIRONMENT, resource: OLD }])).toEqual([])
  expect(await resources.find([{ environment: ENVIRONMENT, resource: NEW }])).toHaveLength(1)
  expect(await alerts.naming({ environment: ENVIRONMENT, resource: OLD })).toEqual([])
  // A repeated alert did not become a second alert.
  const ofResource = (await alerts.naming({ environment: ENVIRONMENT, resource: NEW })).filter(
    ({ resource }) => resource === NEW,
  )
  expect(ofResource).toHaveLength(1)
}

async function scene({ one, other }: TwoStores, held: 'writer' | 'renamer') {
  const first = createOpsgraph({ store: one })
  await receive(first, { resource: OLD })
  await first.putRelation(admin, { environment: ENVIRONMENT, resource: OLD, parent: 'rack' })
  await first.createRelationPolicy(admin, {
    name: 'guests',
    description: '',
    parent: OLD,
    filters: { clauses: [{ key: 'resource', op: '=', value: 'guest' }] },
  })
  await first.createWebhook(admin, HOOK)
  const hold = new OpenTransaction()
  const holding = (store: Store, who: string) =>
    createOpsgraph({ store: who === held ? hold.beforeCommit(store) : store })
  return { writer: holding(one, 'writer'), renamer: holding(other, 'renamer'), hold, store: one }
}

const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: 'host', event: 'check' },
  defaultValues: { environment: ENVIRONMENT, severity: 'major', type: 'check', text: 'it is broken' },
}

async function deliver(opsgraph: Opsgraph): Promise<void> {
  const body = fileOf({ host: OLD, check: 'Down' })
  const received = await opsgraph.receiveDelivery({ webhookId: 'hook', rawHeaders: [], body, sizeBytes: body.length })
  expect(received).toMatchObject({ httpStatus: 200 })
}

async function receive(opsgraph: Opsgraph, fields: Partial<AlertInput>): Promise<void> {
  await receiveAlert(opsgraph, admin, {
    environment: ENVIRONMENT,
    event: 'Down',
    severity: 'major',
    resource: OLD,
    ...fields,
  })
}

function alias(opsgraph: Opsgraph) {
  return opsgraph.putResourceAlias(admin, { environment: ENVIRONMENT, alias: 'alias', body: { resource: OLD } })
}

async function rename(opsgraph: Opsgraph): Promise<void> {
  await opsgraph.renameResource(admin, { environment: ENVIRONMENT, from: OLD, to: NEW })
}
