import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

const down = { environment: 'Production', event: 'Down', severity: 'major', service: ['shop'] } as const

/** Tests who is the assignee of an alert (rules.md#assignees). */
export function assigneeContract(harness: StoreHarness): void {
  it('should give an alert to the named person, or else to the user who assigns it', async () => {
    const { opsgraph, id, assign } = await setFullStage()
    expect(await assign(' bob ')).toMatchObject({ status: 'assign', assignee: 'bob' })
    expect(await assign('')).toMatchObject({ status: 'assign', assignee: 'ann' })
    expect((await assign('bob')).history.at(-1)).toMatchObject({ actor: 'ann', status: 'assign', assignee: 'bob' })
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { event: ['alert-status-changed'] } })
    const changes = items.map(({ attributes }) => (attributes.changes as { readonly assignee?: unknown }).assignee)
    expect(changes).toEqual([
      { from: 'ann', to: 'bob' },
      { from: 'bob', to: 'ann' },
      { from: null, to: 'bob' },
    ])
    expect((await opsgraph.readAlertById(admin, id)).assignee).toBe('bob')
  })

  it('should leave the alert with its assignee while somebody has seen it, also if it is received again', async () => {
    const { opsgraph, id, assign, read } = await setFullStage()
    await assign('bob')
    for (const status of ['ack', 'shelved', 'blackout'] as const) {
      expect((await opsgraph.setAlertStatus(admin, { id, body: { status } })).assignee).toBe('bob')
      await receiveAlert(opsgraph, admin, { ...down, resource: 'host-0', value: status })
      expect((await read()).assignee).toBe('bob')
    }
  })

  it.each(['open', 'closed', 'expired', 'unknown'] as const)(
    'should have no assignee once it is %s',
    async (status) => {
      const { opsgraph, id, assign } = await setFullStage()
      await assign('bob')
      expect((await opsgraph.setAlertStatus(admin, { id, body: { status } })).assignee).toBeNull()
      const { history } = await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })
      expect(history.at(-1)).not.toHaveProperty('assignee')
      expect((await opsgraph.readAlertById(admin, id)).assignee).toBeNull()
    },
  )

  it('should have no assignee once its sender closes it, its severity rises, or its status ends', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { opsgraph, id, assign, read } = await setFullStage(() => new Date(now++))
    await assign('bob')
    await receiveAlert(opsgraph, admin, { ...down, resource: 'host-0', severity: 'critical' })
    expect(await read()).toMatchObject({ status: 'open', assignee: null })
    await assign('bob')
    await receiveAlert(opsgraph, admin, { ...down, resource: 'host-0', severity: 'ok' })
    expect(await read()).toMatchObject({ status: 'closed', assignee: null })
    await receiveAlert(opsgraph, admin, { ...down, resource: 'host-0' })
    await assign('bob')
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack', timeout: 60 } })
    now += 60_000
    await opsgraph.changeDueAlerts()
    expect(await read()).toMatchObject({ status: 'open', assignee: null })
  })

  it('should leave the alert with its assignee while a maintenance window holds it', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { opsgraph, assign, read } = await setFullStage(() => new Date(now++))
    await opsgraph.createMaintenanceWindow(admin, {
      ...{ name: 'Move', startTime: '2025-12-31', endTime: '2026-01-02', filters: { clauses: [] } },
    })
    await opsgraph.applyMaintenance()
    await assign('bob')
    expect(await read()).toMatchObject({ status: 'blackout', assignee: 'bob' })
    now = Date.UTC(2026, 0, 3)
    await opsgraph.applyMaintenance()
    expect(await read()).toMatchObject({ status: 'assign', assignee: 'bob' })
  })

  it('should refuse an assignee with another status, and change nothing', async () => {
    const { opsgraph, id, read } = await setFullStage()
    const before = await read()
    for (const status of ['open', 'ack', 'shelved', 'closed'] as const) {
      const change = opsgraph.setAlertStatus(admin, { id, body: { status, assignee: 'bob' } })
      await expect(change).rejects.toMatchObject({
        ...{ kind: 'invalid', message: 'assignee is allowed only with the status assign' },
      })
    }
    const sent = opsgraph.setAlertStatus(admin, wrongInput({ id, body: { status: 'assign', assignee: 7 } }))
    await expect(sent).rejects.toMatchObject({ kind: 'invalid', message: 'assignee must be a string' })
    expect(await read()).toEqual(before)
  })

  it('should find the alerts of a person, and sort by person with the alerts of nobody last', async () => {
    const { opsgraph, id, assign } = await setFullStage()
    await assign('bob')
    const other = await receiveAlert(opsgraph, admin, { ...down, resource: 'host-1' })
    await opsgraph.setAlertStatus(admin, { id: other.id, body: { status: 'assign', assignee: 'ann' } })
    const nobodys = await receiveAlert(opsgraph, admin, { ...down, resource: 'host-2' })
    const idsOf = async (request: Parameters<typeof opsgraph.listAlerts>[1]) =>
      (await opsgraph.listAlerts(admin, request)).items.map((alert) => alert.id)
    expect(await idsOf({ filters: { assignee: [' bob'] } })).toEqual([id])
    expect((await idsOf({ filters: { assignee: ['bob', 'ann'] } })).toSorted()).toEqual([id, other.id].toSorted())
    expect(await idsOf({ filters: { assignee: ['Bob'] } })).toEqual([])
    expect(await idsOf({ sortBy: 'assignee' })).toEqual([other.id, id, nobodys.id])
    expect(await idsOf({ sortBy: '-assignee' })).toEqual([id, other.id, nobodys.id])
  })

  it('should give the alert back to whom it had before, unless somebody else has it since', async () => {
    const { opsgraph, id, assign, read } = await setFullStage()
    await assign('bob')
    const given = await opsgraph.setAlertStatuses(admin, { ids: [id], status: 'assign' })
    expect(given).toEqual({
      ids: [id],
      before: [{ status: 'assign', statusUntil: null, assignee: 'bob', ids: [id] }],
      assignee: 'ann',
    })
    const { before, assignee } = given
    expect(await opsgraph.undoAlertStatuses(admin, { before, assignee, status: 'assign' })).toEqual([id])
    expect(await read()).toMatchObject({ status: 'assign', assignee: 'bob' })
    await opsgraph.setAlertStatuses(admin, { ids: [id], status: 'assign' })
    await assign('eve')
    expect(await opsgraph.undoAlertStatuses(admin, { before, assignee, status: 'assign' })).toEqual([])
    expect((await read()).assignee).toBe('eve')
    const closed = await opsgraph.setAlertStatuses(admin, { ids: [id], status: 'closed' })
    expect((await read()).assignee).toBeNull()
    await opsgraph.undoAlertStatuses(admin, { before: closed.before, status: 'closed' })
    expect(await read()).toMatchObject({ status: 'assign', assignee: 'eve' })
  })

  // Helpers

  async function setFullStage(clock?: () => Date) {
    const { opsgraph } = await setStage(harness, undefined, clock)
    const { id } = await receiveAlert(opsgraph, admin, { ...down, resource: 'host-0' })
    const assign = (assignee: string) => opsgraph.setAlertStatus(admin, { id, body: { status: 'assign', assignee } })
    return { opsgraph, id, assign, read: () => opsgraph.readAlertById(admin, id) }
  }
}
