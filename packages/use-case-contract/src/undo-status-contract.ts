import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

const down = { environment: 'Production', event: 'Down', severity: 'major', service: ['shop'] } as const

/** Tests that a change of many statuses can be undone (rules.md#undoing-a-change). */
export function undoStatusContract(harness: StoreHarness): void {
  it('should give each alert the status back that it had, until when it had it', async () => {
    const { opsgraph, ids, read } = await setFullStage()
    const [open, ack, shelved] = ids
    await opsgraph.setAlertStatus(admin, { id: ack, body: { status: 'ack' } })
    await opsgraph.setAlertStatus(admin, { id: shelved, body: { status: 'shelved', timeout: 3_600 } })
    const earlier = await Promise.all(ids.map(read))
    const { before } = await opsgraph.setAlertStatuses(admin, { ids, status: 'closed' })
    const undone = await opsgraph.undoAlertStatuses(admin, { before, status: 'closed', text: 'by mistake' })
    expect(undone.toSorted()).toEqual(ids.toSorted())
    const now = await Promise.all(ids.map(read))
    for (const [index, { history, updateTime, ...alert }] of now.entries()) {
      const { history: earlierHistory, updateTime: _, ...was } = earlier[index] as (typeof now)[number]
      // `activeSince` is also restored: an alert that was closed by mistake did not begin again.
      expect(alert).toEqual(was)
      expect(history.slice(0, -2)).toEqual(earlierHistory)
      expect(history.at(-1)).toMatchObject({ type: 'status', actor: 'ann', text: 'by mistake', status: was.status })
      expect(history.at(-1)?.updateTime).toBe(updateTime)
    }
    expect(now.map(({ id }) => id)).toEqual([open, ack, shelved])
  })

  it('should leave alerts alone whose status has changed since, or that are deleted', async () => {
    const { opsgraph, ids, read } = await setFullStage()
    const [kept, reopened, deleted] = ids
    await opsgraph.setAlertStatuses(admin, { ids, status: 'ack' })
    const { before } = await opsgraph.setAlertStatuses(admin, { ids, status: 'closed' })
    await receiveAlert(opsgraph, admin, { ...down, resource: 'host-1' })
    await opsgraph.deleteAlert(admin, deleted)
    expect(await opsgraph.undoAlertStatuses(admin, { before, status: 'closed' })).toEqual([kept])
    expect((await read(reopened)).status).toBe('open')
    expect((await read(kept)).status).toBe('ack')
  })

  it('should open an alert whose earlier status would have ended meanwhile', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { opsgraph, ids, read } = await setFullStage(() => new Date(now++))
    const [id] = ids
    await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack', timeout: 60 } })
    const { before } = await opsgraph.setAlertStatuses(admin, { ids: [id], status: 'closed' })
    now += 60_000
    await opsgraph.undoAlertStatuses(admin, { before, status: 'closed' })
    expect(await read(id)).toMatchObject({ status: 'open', statusUntil: null })
  })

  it('should work below a maintenance window, which still holds the alert', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { opsgraph, ids, read } = await setFullStage(() => new Date(now++))
    await opsgraph.createMaintenanceWindow(admin, {
      ...{ name: 'Move', startTime: '2025-12-31', endTime: '2026-01-02', filters: { clauses: [] } },
    })
    await opsgraph.applyMaintenance()
    const [id] = ids
    const { before } = await opsgraph.setAlertStatuses(admin, { ids: [id], status: 'ack' })
    expect(before).toEqual([{ status: 'open', statusUntil: null, assignee: null, ids: [id] }])
    expect((await read(id)).maintenance?.statusBefore).toBe('ack')
    expect(await opsgraph.undoAlertStatuses(admin, { before, status: 'ack' })).toEqual([id])
    expect(await read(id)).toMatchObject({ status: 'blackout', maintenance: { statusBefore: 'open' } })
  })

  const was = { status: 'open', ids: ['a'] }
  it.each([
    [{ before: undefined }, 'before must not be empty'],
    [{ before: [] }, 'before must not be empty'],
    [{ before: {} }, 'before must be a list'],
    [{ before: [7] }, 'before[0] must be an object'],
    [{ before: [was, { ...was, ids: [] }] }, 'before[1].ids holds no valid id'],
    [{ before: [{ ...was, ids: 'a' }] }, 'before[0].ids must be a list of ids'],
    [{ before: [{ ...was, status: 'gone' }] }, 'before[0].status (gone) is not one of'],
    [{ before: [{ ...was, statusUntil: 'soon', status: 'ack' }] }, 'before[0].statusUntil must be an ISO 8601 time'],
    [{ before: [{ ...was, statusUntil: '2026-01-01' }] }, 'statusUntil is allowed only with the status ack or shelved'],
    [{ before: [{ ...was, assignee: 'bob' }] }, 'assignee is allowed only with the status'],
    [{ assignee: 'bob' }, 'assignee is allowed only with the status assign'],
    [{ before: [{ ...was, since: 1 }] }, 'unknown fields: before[0].since'],
    [{ before: [{ ...was, ids: Array.from({ length: 10_001 }, (_, at) => `${at}`) }] }, 'before names 10001 alerts'],
    [{ status: undefined }, 'status is required'],
    [{ text: 7 }, 'text must be a string'],
    [{ ids: ['a'] }, 'unknown fields: ids'],
  ])('should refuse %j', async (body, message) => {
    const { opsgraph } = await setStage(harness)
    const undo = opsgraph.undoAlertStatuses(admin, wrongInput({ before: [was], status: 'closed', ...body }))
    await expect(undo).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) })
  })

  // Helpers

  async function setFullStage(clock?: () => Date) {
    const { opsgraph } = await setStage(harness, undefined, clock)
    const ids: string[] = []
    for (let at = 0; at < 3; at++) {
      ids.push((await receiveAlert(opsgraph, admin, { ...down, resource: `host-${at}` })).id)
    }
    return { opsgraph, ids: ids as [string, string, string], read: (id: string) => opsgraph.readAlertById(admin, id) }
  }
}
