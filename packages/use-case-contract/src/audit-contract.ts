import {
  type AuditEntry,
  createOpsgraph,
  LIST_COLUMNS,
  type Opsgraph,
  type Store,
  USE_CASE_SCOPES,
} from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ACCEPTING_NOTIFIER } from './accepting-notifier.js'
import { AUDITED, CHANGING_NOTHING, NOT_AUDITED } from './audit-actions.js'
import { overlaid } from './overlaid.js'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage, tickingClock } from './stage.js'

const SECRET_KEY = 'the-secret-of-the-server'

/** Tests which changes write audit entries, and what the entries contain (rules.md#audit-entries). */
export function auditContract(harness: StoreHarness): void {
  it('should have an entry for every action that changes something, but for those that need none', () => {
    const changing = Object.entries(USE_CASE_SCOPES).filter(
      ([name, scope]) => ![scope].flat().every((each) => each?.startsWith('read:')) && !CHANGING_NOTHING.includes(name),
    )
    const exporting = ['exportTopologies', 'exportTopology']
    const listed = [...Object.keys(AUDITED), ...Object.keys(NOT_AUDITED)]
    expect(listed.sort()).toEqual([...changing.map(([name]) => name), ...exporting].sort())
  })

  it.each(Object.entries(AUDITED))('should tell of %s, and who did it', async (_, { prepare, events }) => {
    const { opsgraph } = await setStage(harness)
    const act = await prepare(opsgraph)
    const before = (await trailOf(opsgraph)).length
    await act()
    const entries = (await trailOf(opsgraph)).slice(0, -before || undefined)
    expect(entries.map(({ event }) => event)).toEqual(events)
    for (const entry of entries) expect(entry).toMatchObject({ user: admin.user, requestId: admin.requestId })
  })

  it.each(Object.entries(AUDITED))(
    'should change nothing by %s if its entry cannot be written',
    async (_, { prepare }) => {
      const { store } = await harness.open()
      const gate = { isShut: false }
      const options = { clock: tickingClock(), secretKey: SECRET_KEY, notifier: ACCEPTING_NOTIFIER }
      const opsgraph = createOpsgraph({ store: withShutTrail(store, gate), ...options })
      const act = await prepare(opsgraph)
      const before = await stateOf(store)
      gate.isShut = true
      await expect(act()).rejects.toThrow('the trail is shut')
      gate.isShut = false
      expect(await stateOf(store)).toEqual(before)
    },
  )

  it('should list what an update changes, with the old and the new value', async () => {
    const { store } = await harness.open()
    const opsgraph = createOpsgraph({ store, secretKey: SECRET_KEY, clock: tickingClock() })
    await opsgraph.createWebhook(admin, { id: 'hook', ...HEADER, authHeaderName: 'X-Token', authSecret: 'first' })
    await opsgraph.updateWebhook(admin, { id: 'hook', body: { authSecret: 'second', name: 'Checks' } })
    await opsgraph.updateWebhook(admin, { id: 'hook', body: { authMode: 'none' } })
    expect((await trailOf(opsgraph)).map(({ attributes }) => attributes)).toMatchObject([
      {
        changes: {
          authMode: { from: 'header', to: 'none' },
          authHeaderScheme: { from: 'static', to: null },
          authHeaderName: { from: 'X-Token', to: null },
          authSecret: { from: 'set', to: null },
        },
      },
      { changes: { name: { from: 'hook', to: 'Checks' }, authSecret: { from: 'set', to: 'replaced' } } },
      { authMode: 'header', authSecret: 'set', enabled: false },
    ])
  })

  it('should describe changes of keys, policies, services, alerts and topologies', async () => {
    const { opsgraph } = await setStage(harness)
    const { key } = await opsgraph.createApiKey(admin, { scopes: ['read'], expireTime: '2027-01-01T00:00:00Z' })
    await opsgraph.updateApiKey(admin, { id: key.id, body: { scopes: ['admin'], expireTime: null } })
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: {} })
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { alertImpact: { severities: ['major'] } } })
    const alert = await receiveAlert(opsgraph, admin, { environment: 'Production', resource: 'db', event: 'down' })
    await opsgraph.setAlertStatus(admin, { id: alert.id, body: { status: 'ack' } })
    const { id } = await opsgraph.createTopology(admin, { name: 'Shop', description: '', service: 'shop' })
    const nodes = [{ id: 'top', kind: 'service', label: 'shop' } as const]
    await opsgraph.saveTopology(admin, { id, body: { name: 'Store', nodes, edges: [] } })
    const updates = (await trailOf(opsgraph)).filter(({ attributes }) => 'changes' in attributes)
    const none = { severities: [], statuses: [], whitelist: {}, blacklist: {} }
    expect(updates.map(({ resourceId, attributes }) => [resourceId, attributes.changes])).toEqual([
      [id, { name: { from: 'Shop', to: 'Store' }, nodes: { added: 1, removed: 1 } }],
      [alert.id, { status: { from: alert.status, to: 'ack' } }],
      ['shop', { alertImpact: { from: none, to: { ...none, severities: ['major'] } } }],
      [key.id, { scopes: { from: ['read'], to: ['admin'] }, expireTime: { from: key.expireTime, to: null } }],
    ])
  })

  it('should leave no entry for an update that changes nothing', async () => {
    const { opsgraph } = await setStage(harness)
    const { key } = await opsgraph.createApiKey(admin, { scopes: ['read'] })
    await opsgraph.createWebhook(admin, { id: 'hook' })
    const webhook = await opsgraph.readWebhook(admin, 'hook')
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: {} })
    const policy = await opsgraph.createWeightPolicy(admin, { name: 'n', description: 'd', filters: {}, weight: 1 })
    const drop = await opsgraph.createAlertPolicy(admin, { name: 'n', description: 'd', actions: [{ drop: true }] })
    const before = await trailOf(opsgraph)
    await opsgraph.updateApiKey(admin, { id: key.id, body: { scopes: ['read'], text: '' } })
    await opsgraph.updateAlertPolicy(admin, { id: drop.id, body: drop })
    await opsgraph.setAlertPolicyStatus(admin, { id: drop.id, body: { status: 'active' } })
    await opsgraph.updateWebhook(admin, { id: 'hook', body: webhook })
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { name: 'shop' } })
    await opsgraph.updateWeightPolicy(admin, { id: policy.id, body: { weight: 1 } })
    expect(await trailOf(opsgraph)).toEqual(before)
  })

  it('should have an entry for each change of the status of an alert, like its history', async () => {
    const { opsgraph } = await setStage(harness)
    const alert = { environment: 'Production', resource: 'db', event: 'down', severity: 'major' } as const
    const { id } = await receiveAlert(opsgraph, admin, alert)
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'open', text: 'seen' } })
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'open' } })
    const { history } = await opsgraph.readAlertById(admin, id)
    expect(history.map(({ type, text }) => [type, text])).toEqual([
      ['new', ''],
      ['status', 'seen'],
      ['status', ''],
    ])
    const entries = (await trailOf(opsgraph)).filter(({ event }) => event === 'alert-status-changed')
    expect(entries.map(({ attributes }) => attributes.changes)).toEqual([{}, { text: { from: '', to: 'seen' } }])
  })

  it('should never hold a secret, whatever is set, replaced and rotated', async () => {
    const setting = fc.record({
      scheme: fc.constantFrom('static', 'generic', 'hub'),
      secrets: fc.array(secret(), { minLength: 2, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(setting, async ({ scheme, secrets }) => {
        const { store } = await harness.open()
        const opsgraph = createOpsgraph({ store, secretKey: SECRET_KEY, clock: tickingClock() })
        const [first, ...others] = secrets
        const { secret: key } = await opsgraph.createApiKey(admin, { scopes: ['admin'] })
        const rotation = { authSecretPreviousExpires: '2100-01-01T00:00:00Z' }
        const auth = { authMode: 'header', authHeaderScheme: scheme, authHeaderName: 'X-Token' } as const
        await opsgraph.createWebhook(admin, { id: 'hook', ...auth, authSecret: first })
        for (const authSecret of others)
          await opsgraph.updateWebhook(admin, { id: 'hook', body: { authSecret, ...rotation } })
        await opsgraph.deleteWebhook(admin, 'hook')
        const trail = JSON.stringify(await trailOf(opsgraph))
        expect(trail).toContain('replaced')
        for (const hidden of [key, ...secrets]) expect(trail).not.toContain(hidden)
        expect(trail).not.toMatch(/digest|ciphertext|fingerprint|nonce/)
      }),
      propertyRuns(harness, 20),
    )
  })
}

// Helpers

const HEADER = { authMode: 'header', authHeaderScheme: 'static' } as const

/** Generates secrets that are too long to occur in the audit trail by chance. */
function secret(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[A-Za-z0-9]{16,40}$/)
}

async function trailOf(opsgraph: Opsgraph): Promise<readonly AuditEntry[]> {
  return (await opsgraph.listAuditEntries(admin, { pageSize: 1_000 })).items
}

/** Reads every list of the store, including the audit trail. */
async function stateOf(store: Store): Promise<unknown> {
  const { impact: _, resources: __, ...stored } = LIST_COLUMNS
  const names = Object.keys(stored) as (keyof typeof stored)[]
  const everything = { filters: {}, sort: undefined, page: 1, pageSize: 1_000 }
  return await Promise.all(names.map(async (name) => [name, await store[name].list(everything)]))
}

/** Wraps a store. While `gate.isShut` is true, the audit trail of the returned store refuses new entries. */
function withShutTrail(store: Store, gate: { readonly isShut: boolean }): Store {
  return overlaid(store, {
    transaction: (work) =>
      store.transaction((parts) => {
        const append = async (...entries: readonly AuditEntry[]) => {
          if (gate.isShut) throw new Error('the trail is shut')
          await parts.audit.append(...entries)
        }
        return work(overlaid(parts, { audit: overlaid(parts.audit, { append }) }))
      }),
  })
}
