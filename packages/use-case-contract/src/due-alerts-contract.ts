import { type AlertStatus, createOpsgraph, LIMITS } from '@opsgraph/core'
import { ALERT_STATUSES } from '@opsgraph/core/pure'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, type Stage, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

/** Tests the changes that the server makes to alerts by itself (rules.md#expiry-and-timed-statuses). */
export function dueAlertsContract(harness: StoreHarness): void {
  it('should expire the alerts that were not received for their timeout, and write no audit entry', async () => {
    const { opsgraph, peek, wait } = await setWaitingStage(harness)
    const [silent, renewed, forever] = await opsgraph.receiveAlerts(admin, [
      alert('silent', 60),
      alert('renewed', 60),
      alert('forever', 0),
    ])
    wait(59)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 0 })
    await receiveAlert(opsgraph, admin, alert('renewed', 60))
    wait(1)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 1, ended: 0, reopened: 0 })
    expect(await opsgraph.readAlertById(admin, idOf(silent))).toMatchObject({
      status: 'expired',
      history: [
        { type: 'new' },
        { type: 'status', actor: 'system', status: 'expired', text: 'not received for 60 seconds' },
      ],
    })
    for (const other of [renewed, forever]) {
      expect(await opsgraph.readAlertById(admin, idOf(other))).toMatchObject({ status: 'open', history: [{}] })
    }
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 0 })
    expect(await peek('audit')).toEqual([])
  })

  it('should reopen an expired alert that arrives again without a status, and count its age from then on', async () => {
    const { opsgraph, wait } = await setWaitingStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, alert('web', 60))
    wait(60)
    await opsgraph.changeDueAlerts()
    wait(5)
    await receiveAlert(opsgraph, admin, alert('web', 60))
    expect(await opsgraph.readAlertById(admin, id)).toMatchObject({
      ...{ status: 'open', activeSince: '2026-01-01T00:01:05.000Z', expireTime: '2026-01-01T00:02:05.000Z' },
      history: [{ type: 'new' }, { status: 'expired', actor: 'system' }, { status: 'open', actor: admin.user }],
    })
  })

  it('should open an alert again when the time of its status is over', async () => {
    const { opsgraph, wait } = await setWaitingStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, alert('web', 0))
    const shelved = await opsgraph.setAlertStatus(admin, { id, body: { status: 'shelved', timeout: 30 } })
    expect(shelved).toMatchObject({ status: 'shelved', timeout: 0, statusUntil: '2026-01-01T00:00:30.000Z' })
    wait(29)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 0 })
    wait(1)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 1 })
    const open = await opsgraph.readAlertById(admin, id)
    expect(open).toMatchObject({ status: 'open', statusUntil: null, activeSince: '2026-01-01T00:00:00.000Z' })
    expect(open.history.at(-1)).toMatchObject({ actor: 'system', text: 'the time of the status shelved is over' })
  })

  it('should refuse a timeout that is no number of seconds, or does not fit the status', async () => {
    const { opsgraph } = await setWaitingStage(harness)
    const stored = await receiveAlert(opsgraph, admin, alert('web', 60))
    const change = (status: AlertStatus, timeout: unknown) =>
      opsgraph.setAlertStatus(admin, { id: stored.id, body: { status, timeout: wrongInput(timeout) } })
    for (const timeout of [-1, 1.5, 2 ** 53, '60', Number.NaN, Number.POSITIVE_INFINITY, true, {}]) {
      await expect(change('ack', timeout)).rejects.toMatchObject({
        kind: 'invalid',
        message: 'timeout must be a whole number of seconds from 0 to 9007199254740991',
      })
    }
    for (const status of ALERT_STATUSES.filter((name) => name !== 'ack' && name !== 'shelved')) {
      await expect(change(status, 60)).rejects.toMatchObject({
        kind: 'invalid',
        message: 'timeout is allowed only with the status ack or shelved',
      })
    }
    expect(await opsgraph.readAlertById(admin, stored.id)).toEqual(stored)
    expect(await change('ack', null)).toMatchObject({ statusUntil: null })
    expect(await change('ack', 0)).toMatchObject({ statusUntil: null })
  })

  it('should change more alerts than fit into one transaction', async () => {
    const { opsgraph, calls, wait } = await setWaitingStage(harness)
    const count = 2 * LIMITS.dueAlerts + 1
    await opsgraph.receiveAlerts(
      admin,
      Array.from({ length: count }, (_, index) => alert(`r${index}`, 60)),
    )
    wait(60)
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: count, ended: 0, reopened: 0 })
    expect(calls.get('alerts.due')).toBe(3)
    const { total } = await opsgraph.listAlerts(admin, { filters: { status: ['expired'] } })
    expect(total).toBe(count)
  })

  it('should change every alert once, though several servers do it at the same time', async () => {
    const { opsgraph, store, wait, clock } = await setWaitingStage(harness)
    const servers = [opsgraph, createOpsgraph({ store, clock }), createOpsgraph({ store, clock })]
    await opsgraph.receiveAlerts(
      admin,
      Array.from({ length: 50 }, (_, index) => alert(`r${index}`, 60)),
    )
    wait(60)
    const counts = await Promise.all(servers.map((server) => server.changeDueAlerts()))
    expect(counts.reduce((sum, { expired }) => sum + expired, 0)).toBe(50)
    const { items } = await opsgraph.listAlerts(admin, { pageSize: 100 })
    expect(items.map(({ history }) => history.length)).toEqual(Array(50).fill(2))
  })

  it('should give alerts the statuses of a model that looks at them every second', async () => {
    const step = fc.record({
      seconds: fc.nat({ max: 8 }),
      resource: fc.constantFrom('a', 'b', 'c'),
      timeout: fc.nat({ max: 10 }),
      status: fc.option(fc.constantFrom<AlertStatus>('ack', 'shelved', 'closed', 'blackout', 'open'), {
        nil: undefined,
      }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { opsgraph, wait } = await setWaitingStage(harness)
        const model = new Model()
        for (const { seconds, resource, timeout, status } of steps) {
          model.pass(seconds)
          wait(seconds)
          await opsgraph.changeDueAlerts()
          const { items } = await opsgraph.listAlerts(admin, {})
          expect(items.map((item) => [item.resource, item.status])).toEqual(model.statuses())
          const id = items.find((item) => item.resource === resource)?.id
          model.take(resource, timeout, status)
          if (status === undefined || id === undefined) await receiveAlert(opsgraph, admin, alert(resource, timeout))
          else await opsgraph.setAlertStatus(admin, { id, body: { status, ...(isTimed(status) && { timeout }) } })
        }
      }),
      propertyRuns(harness, 10),
    )
  })
}

// Helpers

interface WaitingStage extends Stage {
  readonly clock: () => Date
  /** Moves the clock of the test forward by a number of seconds. Otherwise the clock stands still. */
  readonly wait: (seconds: number) => void
}

async function setWaitingStage(harness: StoreHarness): Promise<WaitingStage> {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => new Date(now)
  const wait = (seconds: number) => {
    now += seconds * 1000
  }
  return { ...(await setStage(harness, undefined, clock)), clock, wait }
}

function alert(resource: string, timeout: number) {
  return { environment: 'Production', resource, event: 'Down', severity: 'major', timeout } as const
}

function idOf(received: object | undefined): string {
  if (received === undefined || !('id' in received)) throw new Error('the alert was dropped')
  return String(received.id)
}

function isTimed(status: AlertStatus): boolean {
  return status === 'ack' || status === 'shelved'
}

function isOver({ status }: Seen): boolean {
  return status === 'closed' || status === 'expired'
}

/** The state of an alert in the model. */
interface Seen {
  status: AlertStatus
  /** Seconds since the alert was received or reopened. */
  silence: number
  timeout: number
  /** Seconds until the status ends; `undefined` = it does not end by itself. */
  left: number | undefined
}

/** A simple model of the alerts. It checks every alert at every second of the test clock. */
class Model {
  readonly #seen = new Map<string, Seen>()

  statuses(): readonly (readonly [resource: string, status: AlertStatus])[] {
    return [...this.#seen].map(([resource, { status }]) => [resource, status])
  }

  pass(seconds: number): void {
    for (let second = 0; second < seconds; second++) this.#seen.forEach(passSecond)
    // A user may have taken an alert out of `blackout` after its timeout was over. Such an alert expires at the next
    // check, even if no second has passed (`seconds` is 0).
    this.#seen.forEach(expireSilent)
  }

  /**
   * Models one change of an alert: a user gives the alert this status. If `status` is `undefined`, or if the alert does
   * not exist yet, the alert is received instead.
   */
  take(resource: string, timeout: number, status: AlertStatus | undefined): void {
    const seen = this.#seen.get(resource)
    if (seen === undefined) this.#seen.set(resource, { status: 'open', silence: 0, timeout, left: undefined })
    else if (status === undefined) receiveAgain(seen, timeout)
    else giveStatus(seen, status, isTimed(status) && timeout > 0 ? timeout : undefined)
  }
}

function passSecond(seen: Seen): void {
  seen.silence++
  if (seen.left !== undefined) seen.left--
  if (seen.left === 0) giveStatus(seen, 'open', undefined)
  expireSilent(seen)
}

function expireSilent(seen: Seen): void {
  const isSilent = seen.timeout > 0 && seen.silence >= seen.timeout
  if (isSilent && !isOver(seen) && seen.status !== 'blackout') giveStatus(seen, 'expired', undefined)
}

function receiveAgain(seen: Seen, timeout: number): void {
  if (isOver(seen)) giveStatus(seen, 'open', undefined)
  Object.assign(seen, { silence: 0, timeout })
}

function giveStatus(seen: Seen, status: AlertStatus, left: number | undefined): void {
  if (isOver(seen) && !isOver({ ...seen, status })) seen.silence = 0
  Object.assign(seen, { status, left })
}
