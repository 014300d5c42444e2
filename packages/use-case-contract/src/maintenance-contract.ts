import { type AlertInput, type AlertStatus, createOpsgraph, LIMITS, type Opsgraph } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, type Stage, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

/** Tests maintenance windows and their effect on alerts (rules.md#maintenance-windows). */
export function maintenanceContract(harness: StoreHarness): void {
  it('should hold matching alerts while a window lasts, and then give them back the status they had', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const [open, ack, other] = await receive(opsgraph, ['db-1', 'db-2', 'web'])
    await opsgraph.setAlertStatus(admin, { id: ack, body: { status: 'ack' } })
    const window = await opsgraph.createMaintenanceWindow(admin, DATABASES)
    expect(await opsgraph.applyMaintenance()).toBe(0)
    wait(HOUR)
    expect(await opsgraph.applyMaintenance()).toBe(2)
    expect(await status(open, ack, other)).toEqual(['blackout', 'blackout', 'open'])
    expect(await opsgraph.readAlertById(admin, ack)).toMatchObject({
      maintenance: { windowId: window.id, name: 'databases', statusBefore: 'ack' },
    })
    wait(HOUR - 1)
    expect(await opsgraph.applyMaintenance()).toBe(0)
    wait(1)
    expect(await opsgraph.applyMaintenance()).toBe(2)
    expect(await status(open, ack, other)).toEqual(['open', 'ack', 'open'])
    const { history, maintenance } = await opsgraph.readAlertById(admin, open)
    expect(maintenance).toBeUndefined()
    expect(history).toMatchObject([
      { type: 'new' },
      { type: 'status', actor: 'system', status: 'blackout', text: 'maintenance window databases' },
      { type: 'status', actor: 'system', status: 'open', text: 'maintenance window databases is over' },
    ])
  })

  it('should hold alerts that arrive during a window, and then restore the status that arrived', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    await opsgraph.createMaintenanceWindow(admin, DATABASES)
    wait(HOUR)
    const first = await receiveAlert(opsgraph, admin, alert('db-1'))
    expect(first).toMatchObject({ status: 'blackout', maintenance: { statusBefore: 'open' }, history: [{}, {}] })
    const again = await receiveAlert(opsgraph, admin, { ...alert('db-1'), status: 'ack' })
    expect(again).toMatchObject({ id: first.id, status: 'blackout', maintenance: { statusBefore: 'ack' } })
    expect(again.history.filter(({ actor }) => actor === 'system')).toHaveLength(1)
    wait(HOUR)
    await opsgraph.applyMaintenance()
    expect(await status(first.id)).toEqual(['ack'])
  })

  it('should close an alert at once, and not reopen it after the window', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const ids = await receive(opsgraph, ['db-1', 'db-2', 'db-3'])
    await opsgraph.createMaintenanceWindow(admin, DATABASES)
    wait(HOUR)
    await opsgraph.applyMaintenance()
    await opsgraph.setAlertStatus(admin, { id: ids[0], body: { status: 'closed' } })
    await receiveAlert(opsgraph, admin, { ...alert('db-2'), severity: 'normal' })
    await opsgraph.setAlertStatuses(admin, { ids: [ids[2]], status: 'closed' })
    expect(await status(...ids)).toEqual(['closed', 'closed', 'closed'])
    wait(HOUR)
    expect(await opsgraph.applyMaintenance()).toBe(0)
    expect(await status(...ids)).toEqual(['closed', 'closed', 'closed'])
    expect((await opsgraph.readAlertById(admin, ids[0])).maintenance).toBeUndefined()
  })

  it('should restore the status that a user sets during the window', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const ids = await receive(opsgraph, ['db-1', 'db-2', 'db-3'])
    await opsgraph.setAlertStatus(admin, { id: ids[2], body: { status: 'closed' } })
    await opsgraph.createMaintenanceWindow(admin, DATABASES)
    wait(HOUR)
    await opsgraph.applyMaintenance()
    const acked = await opsgraph.setAlertStatus(admin, { id: ids[0], body: { status: 'ack' } })
    expect(acked).toMatchObject({ status: 'blackout', maintenance: { statusBefore: 'ack' } })
    await opsgraph.setAlertStatuses(admin, { ids: [ids[1]], status: 'blackout' })
    await opsgraph.setAlertStatus(admin, { id: ids[2], body: { status: 'open' } })
    expect(await status(...ids)).toEqual(['blackout', 'blackout', 'blackout'])
    wait(HOUR)
    await opsgraph.applyMaintenance()
    expect(await status(...ids)).toEqual(['ack', 'blackout', 'open'])
  })

  it('should not expire an alert in a window, but end the time of its own status', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, { ...alert('db-1'), timeout: 5400 })
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack', timeout: 4000 } })
    await opsgraph.createMaintenanceWindow(admin, DATABASES)
    wait(HOUR)
    await opsgraph.applyMaintenance()
    wait(HOUR - 1)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 1 })
    expect(await opsgraph.readAlertById(admin, id)).toMatchObject({
      status: 'blackout',
      maintenance: { statusBefore: 'open' },
    })
    wait(1)
    await opsgraph.applyMaintenance()
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 1, ended: 0, reopened: 0 })
    expect(await status(id)).toEqual(['expired'])
  })

  it('should hold and release alerts whose own status ends, as the filters of the window say', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const clauses = (value: AlertStatus) => ({ clauses: [{ key: 'status', op: '=' as const, value }] })
    const window = { ...DATABASES, startTime: NOW, filters: clauses('open') }
    const [open] = await receive(opsgraph, ['db-1'])
    await opsgraph.setAlertStatus(admin, { id: open, body: { status: 'ack', timeout: 60 } })
    const { id } = await opsgraph.createMaintenanceWindow(admin, window)
    for (let round = 0; round < 3; round++) await opsgraph.applyMaintenance()
    expect(await status(open)).toEqual(['ack'])
    wait(60)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 1 })
    expect(await status(open)).toEqual(['blackout'])
    await opsgraph.deleteMaintenanceWindow(admin, id)
    await opsgraph.createMaintenanceWindow(admin, { ...window, filters: clauses('shelved') })
    await opsgraph.setAlertStatus(admin, { id: open, body: { status: 'shelved', timeout: 60 } })
    expect(await status(open)).toEqual(['blackout'])
    for (let round = 0; round < 3; round++) await opsgraph.applyMaintenance()
    wait(60)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 1 })
    expect(await status(open)).toEqual(['open'])
  })

  it('should not expire an alert that a window matches but that no round has held yet', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, { ...alert('db-1'), timeout: HOUR + 60 })
    await opsgraph.createMaintenanceWindow(admin, DATABASES)
    wait(HOUR + 60)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 0 })
    expect(await status(id)).toEqual(['blackout'])
  })

  it('should follow windows that overlap, change and go away', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const ids = await receive(opsgraph, ['db-1', 'web'])
    const databases = await opsgraph.createMaintenanceWindow(admin, { ...DATABASES, startTime: NOW })
    const all = await opsgraph.createMaintenanceWindow(admin, {
      ...DATABASES,
      name: 'all',
      startTime: NOW,
      filters: {},
    })
    await opsgraph.applyMaintenance()
    expect(await status(...ids)).toEqual(['blackout', 'blackout'])
    await opsgraph.deleteMaintenanceWindow(admin, databases.id)
    await opsgraph.applyMaintenance()
    expect(await status(...ids)).toEqual(['blackout', 'blackout'])
    expect((await opsgraph.readAlertById(admin, ids[0])).maintenance).toMatchObject({ windowId: all.id, name: 'all' })
    await opsgraph.updateMaintenanceWindow(admin, { id: all.id, body: { filters: DATABASES.filters } })
    await opsgraph.applyMaintenance()
    expect(await status(...ids)).toEqual(['blackout', 'open'])
    const { history } = await opsgraph.readAlertById(admin, ids[0])
    expect(history.filter(({ actor }) => actor === 'system')).toHaveLength(1)
    await opsgraph.updateMaintenanceWindow(admin, {
      id: all.id,
      body: { endTime: new Date(Date.parse(NOW) + 60_000).toISOString() },
    })
    wait(60)
    await opsgraph.applyMaintenance()
    expect(await status(...ids)).toEqual(['open', 'open'])
  })

  it('should hold alerts again in every occurrence of a recurring window', async () => {
    const { opsgraph, status, wait } = await setWaitingStage(harness)
    const [id] = await receive(opsgraph, ['db-1'])
    const window = await opsgraph.createMaintenanceWindow(admin, { ...DATABASES, rrule: 'FREQ=DAILY' })
    expect(window.overTime).toBeNull()
    for (let day = 0; day < 3; day++) {
      wait(HOUR)
      await opsgraph.applyMaintenance()
      expect(await status(id)).toEqual(['blackout'])
      wait(HOUR)
      await opsgraph.applyMaintenance()
      expect(await status(id)).toEqual(['open'])
      wait(22 * HOUR)
    }
  })

  it('should give alerts back their status though their window began and ended between two rounds', async () => {
    const { opsgraph, store, clock, status, wait } = await setWaitingStage(harness)
    const other = createOpsgraph({ store, clock })
    const round = async () => {
      for (const server of [other, opsgraph]) for (let call = 0; call < 3; call++) await server.applyMaintenance()
    }
    await round()
    const mistake = await opsgraph.createMaintenanceWindow(admin, { ...DATABASES, startTime: NOW })
    const [first] = await receive(opsgraph, ['db-1'])
    await opsgraph.deleteMaintenanceWindow(admin, mistake.id)
    expect(await status(first)).toEqual(['blackout'])
    // The server `opsgraph` received the alert. The server `other` must also be able to restore its status, because
    // `opsgraph` may have stopped since then.
    expect(await other.applyMaintenance()).toBe(1)
    expect(await status(first)).toEqual(['open'])
    await opsgraph.createMaintenanceWindow(admin, { ...DATABASES, endTime: '2026-01-01T01:00:10.000Z' })
    await round()
    wait(HOUR)
    const [second] = await receive(opsgraph, ['db-2'])
    expect(await status(first, second)).toEqual(['open', 'blackout'])
    wait(10)
    expect(await other.applyMaintenance()).toBe(1)
    expect(await status(first, second)).toEqual(['open', 'open'])
  })

  it('should change more alerts than fit into one transaction, once, though several servers try', async () => {
    const { opsgraph, store, clock, wait, peek } = await setWaitingStage(harness)
    const count = LIMITS.maintenanceBatch + 5
    const ids = await receive(
      opsgraph,
      Array.from({ length: count }, (_, index) => `db-${index}`),
    )
    await opsgraph.createMaintenanceWindow(admin, DATABASES)
    wait(HOUR)
    const servers = [opsgraph, createOpsgraph({ store, clock }), createOpsgraph({ store, clock })]
    const changed = await Promise.all(servers.map((server) => server.applyMaintenance()))
    expect(changed.reduce((sum, each) => sum + each, 0)).toBe(count)
    for (const id of [ids[0], ids.at(-1)]) {
      expect((await opsgraph.readAlertById(admin, id ?? '')).history).toHaveLength(2)
    }
    expect(await peek('audit')).toHaveLength(1)
  })

  it('should cost one short statement while the active windows stay the same', async () => {
    const { opsgraph, calls, wait } = await setWaitingStage(harness)
    await receive(opsgraph, ['db-1'])
    await opsgraph.createMaintenanceWindow(admin, DATABASES)
    wait(HOUR)
    for (let round = 0; round < 2; round++) await opsgraph.applyMaintenance()
    const before = new Map(calls)
    await opsgraph.applyMaintenance()
    const made = [...calls].filter(([name, count]) => count !== before.get(name)).map(([name]) => name)
    expect(made).toEqual(['policyRevision.read'])
  })

  it('should name the wrong field of a window', async () => {
    const { opsgraph } = await setWaitingStage(harness)
    const refused: readonly [object, string][] = [
      [{ name: '' }, 'name is required'],
      [{ startTime: null }, 'startTime is required'],
      [{ startTime: 'soon' }, 'startTime must be a time in ISO 8601, such as 2030-01-31T02:00:00Z'],
      [{ endTime: DATABASES.startTime }, 'endTime must be later than startTime'],
      [{ timezone: 'Mars/Olympus' }, 'timezone must be the IANA name of a time zone, such as Europe/Berlin'],
      [{ timezone: '+02:00' }, 'timezone must be the IANA name of a time zone, such as Europe/Berlin'],
      [{ rrule: 'FREQ=SECONDLY' }, 'rrule has a wrong value of FREQ: it must be one of YEARLY, MONTHLY, WEEKLY, DAILY'],
      [{ filters: { clauses: [{ key: 'a', op: '?' }] } }, 'filters.clauses[0].op'],
      [{ colour: 'red' }, 'unknown fields: colour'],
    ]
    for (const [fields, message] of refused) {
      const body = wrongInput({ ...DATABASES, ...fields })
      await expect(opsgraph.createMaintenanceWindow(admin, body), message).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining(message),
      })
    }
    expect((await opsgraph.listMaintenanceWindows(admin, {})).total).toBe(0)
  })

  it('should know the user who created a window, and accept a window that was read', async () => {
    const { opsgraph } = await setWaitingStage(harness)
    const window = await opsgraph.createMaintenanceWindow({ ...admin, user: 'bob' }, DATABASES)
    expect(window).toMatchObject({ createdBy: 'bob', timezone: 'UTC', rrule: null, text: '', overTime: window.endTime })
    const body = { ...window, text: 'new', createdBy: 'eve', overTime: null }
    const updated = await opsgraph.updateMaintenanceWindow(admin, { id: window.id, body })
    expect(updated).toEqual({ ...window, text: 'new', updateTime: updated.updateTime })
    expect(await opsgraph.readMaintenanceWindowById(admin, window.id)).toEqual(updated)
    await opsgraph.deleteMaintenanceWindow(admin, window.id)
    for (const act of [
      () => opsgraph.readMaintenanceWindowById(admin, window.id),
      () => opsgraph.updateMaintenanceWindow(admin, { id: window.id, body: {} }),
      () => opsgraph.deleteMaintenanceWindow(admin, window.id),
    ]) {
      await expect(act()).rejects.toMatchObject({ kind: 'notFound' })
    }
  })

  it('should give alerts the statuses of a model that knows no windows, except while one matches', async () => {
    const step = fc.record({
      minutes: fc.nat({ max: 50 }),
      resource: fc.constantFrom('db-1', 'db-2', 'web'),
      act: fc.constantFrom<AlertStatus | 'receive'>(
        'receive',
        'receive',
        'open',
        'ack',
        'closed',
        'shelved',
        'blackout',
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { opsgraph, clock, wait } = await setWaitingStage(harness)
        await opsgraph.createMaintenanceWindow(admin, DATABASES)
        const own = new Map<string, AlertStatus>()
        for (const { minutes, resource, act } of steps) {
          wait(minutes * 60)
          const { items } = await opsgraph.listAlerts(admin, {})
          const id = items.find((item) => item.resource === resource)?.id
          const known = own.get(resource)
          const isReceived = act === 'receive' || id === undefined
          if (isReceived) await receiveAlert(opsgraph, admin, alert(resource))
          else await opsgraph.setAlertStatus(admin, { id, body: { status: act } })
          own.set(resource, isReceived ? statusAfter(known) : act)
          await opsgraph.applyMaintenance()
          const isOn = isLasting(clock())
          const after = await opsgraph.listAlerts(admin, {})
          const shown = Object.fromEntries(after.items.map((item) => [item.resource, item.status]))
          expect(shown).toEqual(
            Object.fromEntries([...own].map(([name, status]) => [name, isOn ? heldStatus(name, status) : status])),
          )
        }
      }),
      propertyRuns(harness, 10),
    )
  })
}

// Helpers

const HOUR = 3600
const NOW = '2026-01-01T00:00:00.000Z'
const DATABASES = {
  name: 'databases',
  filters: { clauses: [{ key: 'resource', op: 'LIKE' as const, value: 'db-%' }] },
  startTime: '2026-01-01T01:00:00.000Z',
  endTime: '2026-01-01T02:00:00.000Z',
}

/** Returns the status of an alert after it is received again without a status. */
function statusAfter(known: AlertStatus | undefined): AlertStatus {
  return known === undefined || known === 'closed' ? 'open' : known
}

function isLasting(time: Date): boolean {
  return time >= new Date(DATABASES.startTime) && time < new Date(DATABASES.endTime)
}

function heldStatus(resource: string, own: AlertStatus): AlertStatus {
  return resource === 'web' || own === 'closed' ? own : 'blackout'
}

interface WaitingStage extends Stage {
  readonly clock: () => Date
  /** Moves the clock of the test forward by a number of seconds. Otherwise the clock stands still. */
  readonly wait: (seconds: number) => void
  /** Reads the statuses of alerts. */
  readonly status: (...ids: readonly string[]) => Promise<readonly AlertStatus[]>
}

async function setWaitingStage(harness: StoreHarness): Promise<WaitingStage> {
  let now = Date.parse(NOW)
  const clock = () => new Date(now)
  const wait = (seconds: number) => {
    now += seconds * 1000
  }
  const stage = await setStage(harness, undefined, clock)
  const status = (...ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await stage.opsgraph.readAlertById(admin, id)).status))
  return { ...stage, clock, wait, status }
}

/** Stores an alert for each resource, and returns their ids. */
async function receive<const Resources extends readonly string[]>(opsgraph: Opsgraph, resources: Resources) {
  const stored = await opsgraph.receiveAlerts(admin, resources.map(alert))
  return stored.map((each) => ('id' in each ? each.id : '')) as unknown as { [At in keyof Resources]: string }
}

function alert(resource: string) {
  return {
    environment: 'Production',
    resource,
    event: 'Down',
    severity: 'major',
    timeout: 0,
  } as const satisfies AlertInput
}
