import { setTimeout as delay } from 'node:timers/promises'
import { createOpsgraph, type Opsgraph, OpsgraphError, type Store } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { OpenTransaction, waitBriefly } from './hold.js'
import { overlaid } from './overlaid.js'
import { receiveAlert } from './receive-alert.js'
import { shopBody, shopGraph } from './shop.js'
import { admin, setStage } from './stage.js'

const TWENTY = Array.from({ length: 20 }, (_, at) => at)

/**
 * Tests many concurrent calls. They must leave a consistent state. No call may fail with an error that cannot occur if
 * the calls run one after another.
 */
export function concurrentCallersContract(harness: StoreHarness): void {
  it('should store one relation if twenty callers send it', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const stored = await Promise.all(TWENTY.map(() => opsgraph.putRelation(admin, { resource: 'a', parent: 'b' })))
    expect(new Set(stored.map((relation) => relation.id)).size).toBe(1)
    expect(await peek('relation')).toHaveLength(1)
  })

  it('should store overlapping bulk requests, whatever the order of their items', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const relations = Array.from({ length: 200 }, (_, at) => ({ resource: `r${at}`, parent: 'p' }))
    const requests = TWENTY.map((at) =>
      opsgraph.putRelations(admin, { relations: at % 2 === 0 ? relations : relations.toReversed() }),
    )
    const counts = await Promise.all(requests)
    expect(counts.reduce((sum, count) => sum + count.inserted, 0)).toBe(200)
    expect(await peek('relation')).toHaveLength(200)
  })

  it('should create one topology if twenty callers create one for the same service', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const outcomes = await Promise.allSettled(TWENTY.map((at) => opsgraph.createTopology(admin, shopBody(`${at}-`))))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(kindsOf(outcomes)).toEqual(new Set(['conflict']))
    expect(await peek('topology')).toHaveLength(1)
    expect(await peek('audit')).toHaveLength(1)
  })

  it('should never exceed the limit of the license', async () => {
    const { opsgraph, peek } = await setStage(harness, { topologyFeature: true, topologyLimit: 3 })
    const creations = TWENTY.map((at) =>
      opsgraph.createTopology(admin, shopBody(`${at}-`, { service: `service ${at}` })),
    )
    expect(kindsOf(await Promise.allSettled(creations))).toEqual(new Set(['forbidden']))
    expect(await peek('topology')).toHaveLength(3)
  })

  it('should save concurrent changes one after the other, and store the relations of the last', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const { nodes, edges } = shopGraph()
    const saves = TWENTY.map((at) => {
      const labelled = nodes.map((node) => (node.id === 'db' ? { ...node, label: `db-${at}` } : node))
      return opsgraph.saveTopology(admin, { id, body: { nodes: labelled, edges } })
    })
    const saved = await Promise.all(saves)
    expect(new Set(saved.map((topology) => topology.updateTime)).size).toBe(20)
    const last = (await opsgraph.readTopologyBy(admin, 'id', id)).nodes.find((node) => node.id === 'db')?.label
    expect((await peek('relation')).map((row) => row.resource)).toEqual([last])
  })

  it('should accept one of twenty saves that are based on the same version', async () => {
    const { opsgraph } = await setStage(harness)
    const { id, updateTime: readVersion } = await opsgraph.createTopology(admin, shopBody())
    const saves = TWENTY.map((at) => opsgraph.saveTopology(admin, { id, body: { name: `${at}` }, readVersion }))
    const outcomes = await Promise.allSettled(saves)
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(kindsOf(outcomes)).toEqual(new Set(['preconditionFailed']))
  })

  it('should count every one of twenty equal alerts', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const down = {
      environment: 'Production',
      resource: 'web',
      event: 'Down',
      severity: 'major',
      resourceParent: 'vm',
    } as const
    const received = await Promise.all(TWENTY.map(() => receiveAlert(opsgraph, admin, down)))
    const counts = received.map((alert) => alert.duplicateCount).toSorted((left, right) => left - right)
    expect(counts).toEqual(TWENTY)
    expect([await peek('alert'), await peek('relation')]).toMatchObject([{ length: 1 }, { length: 1 }])
  })

  it('should leave one parent if alerts of one origin name two at the same time', async () => {
    const { store, opsgraph, peek } = await setStage(harness)
    const hold = new OpenTransaction()
    const held = createOpsgraph({ store: hold.beforeCommit(store) })
    const named = { environment: 'Production', resource: 'web', severity: 'major', origin: 'zabbix' } as const
    const first = receiveAlert(held, admin, { ...named, event: 'Down', resourceParent: 'vm-1' })
    await Promise.race([hold.reached, first])
    const second = receiveAlert(opsgraph, admin, { ...named, event: 'Slow', resourceParent: 'vm-2' })
    await waitBriefly(second)
    hold.release()
    await Promise.all([first, second])
    expect((await peek('relation')).map(({ parent }) => parent)).toEqual(['vm-2'])
  })

  it('should lose no change if many callers change a policy', async () => {
    const { opsgraph } = await setStage(harness)
    const weight = await opsgraph.createWeightPolicy(admin, { name: 'p', description: '' })
    const relation = await opsgraph.createRelationPolicy(admin, { name: 'p', description: '', parent: 'vm' })
    const common = [
      { name: 'q' },
      { description: 'd' },
      { filters: { clauses: [{ key: 'a', op: '=', value: 1 }] } },
    ] as const
    await Promise.all([
      ...[...common, { weight: 2 }].map((body) => opsgraph.updateWeightPolicy(admin, { id: weight.id, body })),
      ...[...common, { parent: 'rack' }].map((body) => opsgraph.updateRelationPolicy(admin, { id: relation.id, body })),
      opsgraph.setWeightPolicyStatus(admin, { policies: [weight.id], status: 'inactive' }),
      opsgraph.updateRelationPolicy(admin, { id: relation.id, body: { status: 'inactive' } }),
    ])
    const changed = { name: 'q', description: 'd', status: 'inactive', filters: { clauses: [{ key: 'a' }] } }
    expect(await opsgraph.readWeightPolicyById(admin, weight.id)).toMatchObject({ ...changed, weight: 2 })
    expect(await opsgraph.readRelationPolicyById(admin, relation.id)).toMatchObject({ ...changed, parent: 'rack' })
  })

  it('should never restore an object that is deleted concurrently', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { description: 'old' } })
    const { id } = await opsgraph.createWeightPolicy(admin, { name: 'p', description: '' })
    const work = TWENTY.flatMap((at) => [
      opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { icon: `icon-${at}` } }),
      opsgraph.updateWeightPolicy(admin, { id, body: { weight: at } }),
      ...(at === 3 ? [opsgraph.deleteCatalogService(admin, 'shop'), opsgraph.deleteWeightPolicy(admin, id)] : []),
    ])
    await Promise.allSettled(work)
    const { description } = await opsgraph.readCatalogServiceById(admin, 'shop')
    expect(description).toBe('')
    await expect(opsgraph.readWeightPolicyById(admin, id)).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should leave no policy assigned to a deleted topology, whatever changes it concurrently', async () => {
    const { opsgraph } = await setStage(harness)
    const topology = await opsgraph.createTopology(admin, shopBody())
    const fields = { name: 'p', description: '', weight: 1, topologyId: topology.id }
    const ids = await Promise.all(TWENTY.map(async () => (await opsgraph.createWeightPolicy(admin, fields)).id))
    const changes = ids.flatMap((id, at) => [
      opsgraph.setWeightPolicyStatus(admin, { policies: ids, status: 'inactive' }),
      opsgraph.updateWeightPolicy(admin, { id, body: { weight: 2 } }),
      at === 2 ? opsgraph.deleteTopology(admin, topology.id) : undefined,
    ])
    await Promise.all(changes)
    const { items } = await opsgraph.listWeightPolicies(admin, { pageSize: 100 })
    expect(items).toHaveLength(ids.length)
    for (const policy of items) expect(policy).toMatchObject({ topologyId: null, weight: 2, status: 'inactive' })
  })

  it.each<[what: string, bind: (opsgraph: Opsgraph, id: string) => Promise<unknown>]>([
    ['new', (opsgraph) => opsgraph.createAlertPolicy(admin, { ...DROP, webhookId: 'hook' })],
    ['changed', (opsgraph, id) => opsgraph.updateAlertPolicy(admin, { id, body: { webhookId: 'hook' } })],
  ])('should leave no %s policy bound to a webhook that is deleted concurrently', async (_, bind) => {
    const { store, opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, { id: 'hook' })
    const { id } = await opsgraph.createAlertPolicy(admin, DROP)
    let deletion: Promise<void> | undefined
    const deleteFirst = async () => {
      deletion ??= opsgraph.deleteWebhook(admin, 'hook')
      // Waits for the deletion for at most 100 ms. The deletion may wait for the transaction that binds the policy, and
      // this function runs inside that transaction. Without a limit, each could wait for the other forever.
      await Promise.race([deletion, delay(100)])
    }
    await bind(createOpsgraph({ store: beforePolicies(store, deleteFirst) }), id)
    await deletion
    expect((await opsgraph.listWebhooks(admin, {})).total).toBe(0)
    const { items } = await opsgraph.listAlertPolicies(admin, {})
    expect(items.filter(({ webhookId }) => webhookId !== null)).toEqual([])
  })
}

// Helpers

const DROP = { name: 'p', description: '', actions: [{ drop: true }] } as const

/** Wraps a store so that each transaction runs `step` before it takes the lock of the policies. */
function beforePolicies(store: Store, step: () => Promise<void>): Store {
  return overlaid(store, {
    transaction: (work) =>
      store.transaction((parts) => {
        const lock: typeof parts.lock = async (area) => {
          if (area === 'policies') await step()
          await parts.lock(area)
        }
        return work(overlaid(parts, { lock }))
      }),
  })
}

function kindsOf(outcomes: readonly PromiseSettledResult<unknown>[]): ReadonlySet<string> {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  return new Set(reasons.map((reason) => (reason instanceof OpsgraphError ? reason.kind : String(reason))))
}
