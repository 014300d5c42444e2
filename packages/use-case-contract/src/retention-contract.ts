import { type AuditEntry, createOpsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert, storeCopies } from './receive-alert.js'
import { admin } from './stage.js'

const START = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const down = { environment: 'Production', event: 'Down', severity: 'major', resourceParent: 'rack' } as const
const FOR_EVER = { alertDays: 0, auditDays: 0, historyDays: 0 }

/** Tests how long alerts and audit entries are stored (rules.md#retention). */
export function retentionContract(harness: StoreHarness): void {
  it('should remove alerts that have been closed for longer than the given days, and keep their relations', async () => {
    const { opsgraph, resources, wait, peek } = await setWaitingStage()
    await opsgraph.receiveAlerts(
      admin,
      ['open', 'early', 'late'].map((resource) => ({ ...down, resource })),
    )
    await opsgraph.setAlertStatuses(admin, { filters: { resource: 'early' }, status: 'closed' })
    wait(1)
    await opsgraph.setAlertStatuses(admin, { filters: { resource: 'late' }, status: 'expired' })
    wait(89)
    const days = { alertDays: 90, auditDays: 0, historyDays: 0 }
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 0, auditEntries: 0, transitions: 0 })
    wait(1)
    expect(await opsgraph.removeOld({ ...days, alertDays: 92 })).toEqual({ alerts: 0, auditEntries: 0, transitions: 0 })
    expect(await opsgraph.removeOld(FOR_EVER)).toEqual({ alerts: 0, auditEntries: 0, transitions: 0 })
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 1, auditEntries: 0, transitions: 0 })
    expect(await resources()).toEqual(['late', 'open'])
    wait(1_000)
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 1, auditEntries: 0, transitions: 0 })
    expect(await resources()).toEqual(['open'])
    expect(await peek('relation')).toHaveLength(3)
    expect(await peek('audit')).toHaveLength(2)
  })

  it('should count the days of an alert from its last change, such as a note', async () => {
    const { opsgraph, resources, wait } = await setWaitingStage()
    await opsgraph.receiveAlerts(admin, [{ ...down, resource: 'noted' }])
    const { ids } = await opsgraph.setAlertStatuses(admin, { filters: { resource: 'noted' }, status: 'closed' })
    const [id = ''] = ids
    wait(10)
    await opsgraph.addAlertNote(admin, { id, body: { text: 'why' } })
    wait(10)
    expect(await opsgraph.removeOld({ ...FOR_EVER, alertDays: 15 })).toEqual({
      alerts: 0,
      auditEntries: 0,
      transitions: 0,
    })
    wait(6)
    expect(await opsgraph.removeOld({ ...FOR_EVER, alertDays: 15 })).toEqual({
      alerts: 1,
      auditEntries: 0,
      transitions: 0,
    })
    expect(await resources()).toEqual([])
  })

  it('should count the days of a closed alert from its last arrival, too', async () => {
    const { opsgraph, resources, wait } = await setWaitingStage()
    const fine = { ...down, resource: 'fine', severity: 'ok' } as const
    const { id, updateTime } = await receiveAlert(opsgraph, admin, fine)
    wait(10)
    await receiveAlert(opsgraph, admin, fine)
    expect(await opsgraph.readAlertById(admin, id)).toMatchObject({ status: 'closed', updateTime })
    wait(10)
    expect(await opsgraph.removeOld({ ...FOR_EVER, alertDays: 15 })).toEqual({
      alerts: 0,
      auditEntries: 0,
      transitions: 0,
    })
    wait(6)
    expect(await opsgraph.removeOld({ ...FOR_EVER, alertDays: 15 })).toEqual({
      alerts: 1,
      auditEntries: 0,
      transitions: 0,
    })
    expect(await resources()).toEqual([])
  })

  it('should remove audit entries that are older than the given days', async () => {
    const { opsgraph, wait } = await setWaitingStage()
    for (const serviceId of ['old', 'new']) {
      await opsgraph.putCatalogService(admin, { serviceId, body: {} })
      wait(200)
    }
    const days = { alertDays: 0, auditDays: 400, historyDays: 0 }
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 0, auditEntries: 0, transitions: 0 })
    wait(1)
    expect(await opsgraph.removeOld({ ...days, auditDays: 0 })).toEqual({ alerts: 0, auditEntries: 0, transitions: 0 })
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 0, auditEntries: 1, transitions: 0 })
    const { items } = await opsgraph.listAuditEntries(admin, {})
    expect(items.map(({ resourceId }) => resourceId)).toEqual(['new'])
  })

  it('should remove transitions that are older than the given days, but not the newest of a service', async () => {
    const { opsgraph, wait, peek } = await setWaitingStage()
    for (const severity of ['minor', 'major', 'critical'] as const) {
      await opsgraph.receiveAlerts(admin, [{ ...down, resource: 'disk', service: ['bank'], severity }])
      await opsgraph.noticeImpact()
      wait(10)
    }
    const days = { ...FOR_EVER, historyDays: 20 }
    expect(await opsgraph.removeOld(FOR_EVER)).toEqual({ alerts: 0, auditEntries: 0, transitions: 0 })
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 0, auditEntries: 0, transitions: 1 })
    wait(90)
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 0, auditEntries: 0, transitions: 1 })
    expect(await peek('serviceTransition')).toEqual([{ service: 'bank', sequence: 3, to: 'critical' }])
    expect(await opsgraph.noticeImpact()).toBe(0)
  })

  it('should remove a limited number in one call, and the rest in the next calls', async () => {
    const { opsgraph, store, resources, wait } = await setWaitingStage()
    const { id } = await receiveAlert(opsgraph, admin, { ...down, resourceParent: null, resource: 'host' })
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'closed' } })
    await storeCopies(store, [await opsgraph.readAlertById(admin, id)], 10_000)
    const [entry] = (await opsgraph.listAuditEntries(admin, {})).items as [AuditEntry]
    const entries = Array.from({ length: 9_999 }, () => ({ ...entry, id: crypto.randomUUID() }))
    await store.transaction(({ audit }) => audit.append(...entries))
    await receiveAlert(opsgraph, admin, { ...down, resource: 'active' })
    wait(2)
    const days = { alertDays: 1, auditDays: 1, historyDays: 0 }
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 10_000, auditEntries: 10_000, transitions: 0 })
    expect(await opsgraph.removeOld(days)).toEqual({ alerts: 1, auditEntries: 0, transitions: 0 })
    expect(await resources()).toEqual(['active'])
  })

  it.each([-1, 1.5, Number.NaN, 36_501])('should refuse to keep old data for %s days', async (days) => {
    const { opsgraph } = await setWaitingStage()
    const refusal = (name: string) => ({
      ...{ kind: 'invalid', message: `${name} must be a whole number from 0 to 36500` },
    })
    await expect(opsgraph.removeOld({ ...FOR_EVER, alertDays: days })).rejects.toMatchObject(refusal('alertDays'))
    await expect(opsgraph.removeOld({ ...FOR_EVER, auditDays: days })).rejects.toMatchObject(refusal('auditDays'))
    await expect(opsgraph.removeOld({ ...FOR_EVER, historyDays: days })).rejects.toMatchObject(refusal('historyDays'))
  })

  // Helpers

  /** Creates opsgraph with a clock that stands still until `wait` is called. */
  async function setWaitingStage() {
    const { store, peek } = await harness.open()
    let now = START
    const opsgraph = createOpsgraph({ store, clock: () => new Date(now) })
    return {
      opsgraph,
      store,
      peek,
      wait: (days: number) => {
        now += days * DAY
      },
      resources: async () => (await opsgraph.listAlerts(admin, {})).items.map(({ resource }) => resource).toSorted(),
    }
  }
}
