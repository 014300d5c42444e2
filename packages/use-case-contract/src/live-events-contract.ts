import type { Opsgraph } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admin, setStage } from './stage.js'

type Look = Awaited<ReturnType<Opsgraph['lookForEvents']>>

/** Tests that a look finds everything that has changed, and nothing else (rules.md#events). */
export function liveEventsContract(harness: StoreHarness): void {
  describe('lookForEvents', () => {
    it('should find no change at first, and none if nothing changes', async () => {
      const { opsgraph } = await setStage(harness)
      await raise(opsgraph, 'disk', 'major')
      const { look } = await startLooking(opsgraph)
      expect(await look()).toEqual([])
      expect(await look()).toEqual([])
    })

    it('should tell of each alert exactly how it differs, after any changes', async () => {
      const { opsgraph } = await setStage(harness)
      const { look } = await startLooking(opsgraph)
      await fc.assert(
        fc.asyncProperty(fc.array(step(), { maxLength: 6 }), async (steps) => {
          const before = await readActiveAlerts(opsgraph)
          for (const each of steps) await performStep(opsgraph, each)
          const [after, stored] = [await readActiveAlerts(opsgraph), await storedIds(opsgraph)]
          const expected = differences(before, after, stored)
          const told = (await look()).filter(({ event }) => event.kind === 'alert')
          expect(told.map(({ event: { change, id } }) => `${change} ${id}`).sort()).toEqual([...expected].sort())
        }),
        propertyRuns(harness, 25),
      )
    })

    it('should name the services that an alert has and had', async () => {
      const { opsgraph } = await setStage(harness)
      const alert = (service: string) =>
        opsgraph.receiveAlert(admin, { ...alertOf('disk', 'major'), service: [service] })
      const { look } = await startLooking(opsgraph)
      await alert('shop')
      expect((await look()).map(({ services }) => services)).toEqual([['shop']])
      await alert('bank')
      const [moved] = await look()
      expect(new Set(moved?.services)).toEqual(new Set(['shop', 'bank']))
    })

    it('should tell of weight policies that lose their topology', async () => {
      const { opsgraph } = await setStage(harness)
      const nodes = [{ id: 's', kind: 'service' as const, label: 'shop' }]
      const shop = await opsgraph.createTopology(admin, {
        name: 'Shop',
        description: '',
        service: 'shop',
        nodes,
        edges: [],
      })
      const filters = { clauses: [{ key: 'event', op: '=' as const, value: 'Down' }] }
      await opsgraph.createWeightPolicy(admin, { name: 'w', description: '', filters, weight: 2, topologyId: shop.id })
      const { look } = await startLooking(opsgraph)
      await opsgraph.deleteTopology(admin, shop.id)
      const told = (await look()).map(({ event: { kind, id, change } }) => `${kind} ${change} ${id}`)
      expect(told).toEqual(expect.arrayContaining([`topology deleted ${shop.id}`, 'config changed weightPolicies']))
    })
  })
}

// Helpers

/** Returns a function that looks for changes, and returns the events since the last look. */
async function startLooking(
  opsgraph: Opsgraph,
): Promise<{ readonly look: () => Promise<NonNullable<Look['events']>> }> {
  let { state } = await opsgraph.lookForEvents()
  return {
    look: async () => {
      const found = await opsgraph.lookForEvents(state)
      state = found.state
      return found.events ?? []
    },
  }
}

const RESOURCES = ['disk', 'fan', 'lamp'] as const
const SEVERITIES = ['critical', 'minor', 'ok'] as const
type Step =
  | { readonly severity: (typeof SEVERITIES)[number]; readonly resource: string }
  | { readonly status: 'ack' | 'open' | 'closed' | 'shelved' | 'deleted'; readonly resource: string }

function step(): fc.Arbitrary<Step> {
  const resource = fc.constantFrom(...RESOURCES)
  return fc.oneof(
    fc.record({ severity: fc.constantFrom(...SEVERITIES), resource }),
    fc.record({ status: fc.constantFrom('ack', 'open', 'closed', 'shelved', 'deleted'), resource }),
  )
}

async function performStep(opsgraph: Opsgraph, done: Step): Promise<void> {
  if ('severity' in done) {
    await raise(opsgraph, done.resource, done.severity)
    return
  }
  const { items } = await opsgraph.listAlerts(admin, { filters: { resource: [done.resource] } })
  for (const { id } of items) {
    if (done.status === 'deleted') await opsgraph.deleteAlert(admin, id)
    else await opsgraph.setAlertStatus(admin, { id, body: { status: done.status } }).catch(() => undefined)
  }
}

function alertOf(resource: string, severity: 'critical' | 'major' | 'minor' | 'ok') {
  return { environment: 'Production', resource, event: 'Down', severity }
}

async function raise(opsgraph: Opsgraph, ...alert: Parameters<typeof alertOf>): Promise<void> {
  await opsgraph.receiveAlert(admin, alertOf(...alert))
}

const ENDED = ['closed', 'expired']

/** Reads the active alerts as JSON, by id. */
async function readActiveAlerts(opsgraph: Opsgraph): Promise<ReadonlyMap<string, string>> {
  const { items } = await opsgraph.listAlerts(admin, {})
  const active = items.filter(({ status }) => !ENDED.includes(status))
  return new Map(active.map((alert) => [alert.id, JSON.stringify(alert)]))
}

/** Returns the events that alerts must cause, such as `created 7`. */
function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  stored: ReadonlySet<string>,
): readonly string[] {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
  return changed.map((id) => {
    if (!before.has(id)) return `created ${id}`
    return stored.has(id) ? `changed ${id}` : `deleted ${id}`
  })
}

async function storedIds(opsgraph: Opsgraph): Promise<ReadonlySet<string>> {
  return new Set((await opsgraph.listAlerts(admin, {})).items.map(({ id }) => id))
}
