import type { AlertInput, Opsgraph } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

/**
 * Tests maintenance windows that also silence alerts above the resources that match (rules.md#maintenance-windows-13).
 */
export function hurtDepthContract(harness: StoreHarness): void {
  it('should hold the alerts above a matched resource, as many levels up as the window says', async () => {
    const { opsgraph, held } = await setChain(harness)
    for (const [hurtDepth, expected] of [
      [undefined, ['disk']],
      [0, ['disk']],
      [1, ['db', 'disk']],
      [2, ['db', 'disk', 'shop']],
      [10, ['db', 'disk', 'portal', 'shop']],
    ] as const) {
      const { id } = await opsgraph.createMaintenanceWindow(admin, { ...DISK, hurtDepth })
      await opsgraph.applyMaintenance()
      expect(await held(), `hurtDepth ${hurtDepth}`).toEqual(expected)
      expect(await opsgraph.previewMaintenanceWindow(admin, { ...DISK_FILTER, hurtDepth })).toMatchObject({
        ...{ total: 5, searched: 5, matched: expected.length },
      })
      await opsgraph.deleteMaintenanceWindow(admin, id)
      await opsgraph.applyMaintenance()
      expect(await held()).toEqual([])
    }
  })

  it('should follow a change of hurtDepth, and hold an alert that arrives, without an alert of the matched resource', async () => {
    const { opsgraph, held } = await setChain(harness, ['db', 'shop'])
    const { id } = await opsgraph.createMaintenanceWindow(admin, { ...DISK, hurtDepth: 1 })
    expect(await receiveAlert(opsgraph, admin, alert('db'))).toMatchObject({
      ...{ status: 'blackout', maintenance: { windowId: id, statusBefore: 'open' } },
    })
    expect(await receiveAlert(opsgraph, admin, alert('shop'))).toMatchObject({ status: 'open' })
    await opsgraph.updateMaintenanceWindow(admin, { id, body: { hurtDepth: 2 } })
    await opsgraph.applyMaintenance()
    expect(await held()).toEqual(['db', 'shop'])
    await opsgraph.updateMaintenanceWindow(admin, { id, body: { hurtDepth: 0 } })
    await opsgraph.applyMaintenance()
    expect(await held()).toEqual([])
  })

  it('should follow the resource graph while the window lasts', async () => {
    const { opsgraph, held } = await setChain(harness, ['portal', 'lone'])
    await opsgraph.createMaintenanceWindow(admin, { ...DISK, hurtDepth: 3 })
    for (let round = 0; round < 3; round++) await opsgraph.applyMaintenance()
    expect(await held()).toEqual(['portal'])
    await relate(opsgraph, [['db', 'lone']])
    await opsgraph.applyMaintenance()
    expect(await held()).toEqual(['lone', 'portal'])
    await opsgraph.deleteRelationsOf(admin, { environment: ENVIRONMENT, resource: 'db', parent: 'shop' })
    await opsgraph.applyMaintenance()
    expect(await held()).toEqual(['lone'])
  })

  it('should follow the relation that an alert states, in the same request too', async () => {
    const { opsgraph } = await setStage(harness, undefined, standing)
    await opsgraph.createMaintenanceWindow(admin, { ...DISK, hurtDepth: 1 })
    const [host, disk] = await opsgraph.receiveAlerts(admin, [
      alert('host'),
      { ...alert('disk'), resourceParent: 'host' },
    ])
    expect([host, disk]).toMatchObject([{ status: 'blackout' }, { status: 'blackout' }])
    expect(await receiveAlert(opsgraph, admin, { ...alert('rack'), resourceChildren: ['disk'] })).toMatchObject({
      status: 'blackout',
    })
  })

  it('should ask the other clauses of the alert itself, and stay in its environment', async () => {
    const { opsgraph, held } = await setChain(harness, ['db', 'shop'])
    await receiveAlert(opsgraph, admin, { ...alert('db'), environment: 'Staging' })
    const [clause] = DISK_FILTER.filters.clauses
    const filters = { clauses: [clause, { key: 'severity', op: '=', value: 'minor' }] }
    await receiveAlert(opsgraph, admin, { ...alert('shop'), severity: 'minor' })
    await opsgraph.createMaintenanceWindow(admin, wrongInput({ ...DISK, filters, hurtDepth: 5 }))
    await opsgraph.applyMaintenance()
    expect(await held()).toEqual(['shop'])
  })

  it('should keep an alert held when its status is set or its time is over', async () => {
    const { opsgraph } = await setChain(harness, ['db'])
    await opsgraph.createMaintenanceWindow(admin, { ...DISK, hurtDepth: 1 })
    const { id } = await receiveAlert(opsgraph, admin, alert('db'))
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })
    expect(await opsgraph.readAlertById(admin, id)).toMatchObject({
      ...{ status: 'blackout', maintenance: { statusBefore: 'ack' } },
    })
    await opsgraph.changeDueAlerts()
    expect(await opsgraph.readAlertById(admin, id)).toMatchObject({ status: 'blackout' })
  })

  it('should take a look-up for each level at most, and none without such a window', async () => {
    const { opsgraph, calls } = await setChain(harness)
    const count = async () => {
      const before = calls.get('relations.neighbors') ?? 0
      await opsgraph.receiveAlerts(admin, ['portal', 'shop', 'db', 'lone'].map(alert))
      return (calls.get('relations.neighbors') ?? 0) - before
    }
    await opsgraph.createMaintenanceWindow(admin, DISK)
    await opsgraph.createMaintenanceWindow(admin, { ...DISK, filters: {}, hurtDepth: 10 })
    expect(await count()).toBe(0)
    await opsgraph.createMaintenanceWindow(admin, { ...DISK, hurtDepth: 2 })
    expect(await count()).toBe(2)
    await opsgraph.createMaintenanceWindow(admin, { ...DISK, hurtDepth: 10 })
    expect(await count()).toBeLessThanOrEqual(4)
  })

  it.each([-1, 11, 1.5, '1'])('should refuse the hurtDepth %s', async (hurtDepth) => {
    const { opsgraph } = await setStage(harness, undefined, standing)
    const message = 'hurtDepth must be a whole number from 0 to 10'
    await expect(opsgraph.createMaintenanceWindow(admin, wrongInput({ ...DISK, hurtDepth }))).rejects.toThrow(message)
    await expect(opsgraph.previewMaintenanceWindow(admin, wrongInput({ hurtDepth }))).rejects.toThrow(message)
  })

  it('should say in a preview which resource below an alert matches', async () => {
    const { opsgraph } = await setChain(harness, ['disk', 'shop', 'lone'])
    const { alerts } = await opsgraph.previewMaintenanceWindow(admin, { ...DISK_FILTER, hurtDepth: 2 })
    const shown = alerts.map(({ resource, below }) => [resource, below])
    expect(shown).toHaveLength(2)
    expect(shown).toEqual(
      expect.arrayContaining([
        ['disk', null],
        ['shop', 'disk'],
      ]),
    )
    expect(await opsgraph.previewMaintenanceWindow(admin, {})).toMatchObject({ matched: 3 })
  })

  it('should hold exactly the alerts that a naive model holds, in any graph', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, name), { maxLength: 10 }),
        fc.array(
          fc.record({ resources: fc.uniqueArray(name, { maxLength: 2 }), hurtDepth: fc.nat(4), isNot: fc.boolean() }),
          {
            ...{ minLength: 1, maxLength: 3 },
          },
        ),
        fc.uniqueArray(name, { minLength: 1 }),
        fc.boolean(),
        async (pairs, windows, alerting, arrivesLater) => {
          const { opsgraph } = await setStage(harness, undefined, standing)
          const edges = pairs.filter(([child, parent]) => child !== parent)
          const post = () => opsgraph.receiveAlerts(admin, alerting.map(alert))
          await relate(opsgraph, edges)
          if (!arrivesLater) await post()
          await createWindows(opsgraph, windows)
          if (arrivesLater) await post()
          else await opsgraph.applyMaintenance()
          expect(await heldOf(opsgraph)).toEqual(alerting.filter((each) => isHeld(each, windows, edges)).sort())
        },
      ),
      propertyRuns(harness, 100),
    )
  })
}

// Helpers

const ENVIRONMENT = 'Production'
const standing = () => new Date('2026-01-01T00:00:00Z')
const DISK_FILTER = { filters: { clauses: [{ key: 'resource', op: '=', value: 'disk' } as const] } }
const DISK = {
  ...{ name: 'new disk', startTime: '2025-12-31T00:00:00Z', endTime: '2026-01-02T00:00:00Z' },
  ...DISK_FILTER,
}

function alert(resource: string): AlertInput {
  return { environment: ENVIRONMENT, resource, event: 'Down', severity: 'major' }
}

async function relate(opsgraph: Opsgraph, pairs: readonly (readonly [string, string])[]): Promise<void> {
  if (pairs.length === 0) return
  const relations = pairs.map(([resource, parent]) => ({ environment: ENVIRONMENT, resource, parent }))
  await opsgraph.putRelations(admin, { relations, source: 'manual' })
}

/** Stores the relations disk → db → shop → portal and portal → shop (a circle). */
async function setChain(harness: StoreHarness, alerting = ['disk', 'db', 'shop', 'portal', 'lone']) {
  const stage = await setStage(harness, undefined, standing)
  const { opsgraph } = stage
  const pairs = [
    ['disk', 'db'],
    ['db', 'shop'],
    ['shop', 'portal'],
    ['portal', 'shop'],
  ] as const
  await relate(opsgraph, pairs)
  await opsgraph.receiveAlerts(admin, alerting.map(alert))
  return { ...stage, held: () => heldOf(opsgraph) }
}

/** Returns the resources whose alerts are silenced. */
async function heldOf(opsgraph: Opsgraph): Promise<readonly string[]> {
  const { items } = await opsgraph.listAlerts(admin, { filters: { status: ['blackout'] } })
  return items.map(({ resource }) => resource).sort()
}

interface ModelWindow {
  readonly resources: readonly string[]
  readonly hurtDepth: number
  /** Whether the window names the resources that it does not silence. */
  readonly isNot: boolean
}

async function createWindows(opsgraph: Opsgraph, windows: readonly ModelWindow[]): Promise<void> {
  for (const { resources, hurtDepth, isNot } of windows) {
    const value = [...resources, 'no such']
    const clauses = [{ key: 'resource', op: isNot ? ('NOT IN' as const) : ('IN' as const), value }]
    await opsgraph.createMaintenanceWindow(admin, { ...DISK, filters: { clauses }, hurtDepth })
  }
}

function isHeld(
  resource: string,
  windows: readonly ModelWindow[],
  edges: readonly (readonly [string, string])[],
): boolean {
  return windows.some(({ resources, hurtDepth, isNot }) =>
    [...naiveBelow(edges, resource, hurtDepth)].some((each) => resources.includes(each) !== isNot),
  )
}

/**
 * Finds a resource and everything at most `depth` levels below it, by going through all relations again for each level.
 */
function naiveBelow(
  edges: readonly (readonly [string, string])[],
  resource: string,
  depth: number,
): ReadonlySet<string> {
  let found = new Set([resource])
  for (let level = 0; level < depth; level++) {
    found = new Set([...found, ...edges.filter(([, parent]) => found.has(parent)).map(([child]) => child)])
  }
  return found
}
