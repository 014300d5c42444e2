import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert, storeCopies } from './receive-alert.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

const down = { environment: 'Production', event: 'Down', severity: 'major', service: ['shop'] } as const

/** Tests notes, and changes of many alerts (rules.md#changing-many-alerts). */
export function bulkStatusContract(harness: StoreHarness): void {
  it('should change the status of the alerts with the given ids, like single changes', async () => {
    const { opsgraph, ids } = await setFullStage()
    const [a, b, c] = ids as [string, string, string]
    const { ids: changed } = await opsgraph.setAlertStatuses(admin, { ids: [c, a, c], status: 'ack', text: 'on it' })
    expect(changed.toSorted()).toEqual([a, c].toSorted())
    await opsgraph.setAlertStatus(admin, { id: b, body: { status: 'ack', text: 'on it' } })
    const [first, second, third] = await Promise.all([a, b, c].map((id) => opsgraph.readAlertById(admin, id)))
    expect(second?.history.at(-1)).toMatchObject({ type: 'status', actor: 'ann', text: 'on it', status: 'ack' })
    for (const alert of [first, third]) {
      expect(alert).toMatchObject({ status: 'ack', updateTime: alert?.history.at(-1)?.updateTime })
      expect(alert?.history.at(-1)).toMatchObject({ type: 'status', actor: 'ann', text: 'on it', status: 'ack' })
    }
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { event: ['alert-status-changed'] } })
    const [single, ...bulk] = items
    expect(bulk.map(({ resourceId }) => resourceId).toSorted()).toEqual([a, c].toSorted())
    for (const entry of bulk) {
      expect(entry.attributes.changes).toEqual({ ...(single?.attributes.changes as object) })
      expect(entry).toMatchObject({ user: 'ann', requestId: admin.requestId })
    }
  })

  it('should change the alerts that match the filters of a list, and no others', async () => {
    const { opsgraph, statuses } = await setFullStage()
    expect((await opsgraph.setAlertStatuses(admin, { filters: { q: 'HOST-A' }, status: 'ack' })).ids).toHaveLength(1)
    expect(await statuses()).toEqual(['ack', 'open', 'open'])
    const filters = { resource: [' host-b ', 'host-c'], status: 'open', to: '9999-01-01' }
    expect((await opsgraph.setAlertStatuses(admin, { filters, status: 'closed' })).ids).toHaveLength(2)
    expect(await statuses()).toEqual(['ack', 'closed', 'closed'])
    expect((await opsgraph.setAlertStatuses(admin, { filters: { tag: 'none' }, status: 'closed' })).ids).toEqual([])
  })

  it('should name the alerts and their statuses without changing them, if only asked what it would change', async () => {
    const { opsgraph, ids, statuses } = await setFullStage()
    const [a = '', b = '', c = ''] = ids
    await opsgraph.setAlertStatus(admin, { id: c, body: { status: 'ack' } })
    const audited = (await opsgraph.listAuditEntries(admin, {})).total
    const change = { filters: { event: 'Down' }, status: 'closed' } as const
    const planned = await opsgraph.setAlertStatuses(admin, change, { dryRun: true })
    expect(planned).toEqual({
      ids: [a, b, c],
      before: [
        { status: 'open', statusUntil: null, assignee: null, ids: [a, b] },
        { status: 'ack', statusUntil: null, assignee: null, ids: [c] },
      ],
      assignee: null,
    })
    expect(await statuses()).toEqual(['open', 'open', 'ack'])
    expect((await opsgraph.listAuditEntries(admin, {})).total).toBe(audited)
    expect(await opsgraph.setAlertStatuses(admin, change)).toEqual(planned)
  })

  it('should let the status of all alerts end after the timeout', async () => {
    const { opsgraph, ids } = await setFullStage()
    await opsgraph.setAlertStatuses(admin, { ids, status: 'ack', timeout: 3_600 })
    for (const id of ids) {
      const { updateTime, statusUntil } = await opsgraph.readAlertById(admin, id)
      expect(Date.parse(statusUntil ?? '') - Date.parse(updateTime)).toBe(3_600_000)
    }
    await opsgraph.setAlertStatuses(admin, { ids, status: 'ack' })
    for (const id of ids) expect((await opsgraph.readAlertById(admin, id)).statusUntil).toBe(null)
  })

  it('should change nothing if one id is unknown, and name it', async () => {
    const { opsgraph, ids, statuses } = await setFullStage()
    const change = opsgraph.setAlertStatuses(admin, { ids: [...ids, 'stranger'], status: 'ack' })
    await expect(change).rejects.toMatchObject({ kind: 'notFound', message: 'alerts not found: stranger' })
    const many = Array.from({ length: 12 }, (_, at) => `x${at}`)
    await expect(opsgraph.setAlertStatuses(admin, { ids: many, status: 'ack' })).rejects.toThrow(/x9 and 2 more$/)
    expect(await statuses()).toEqual(['open', 'open', 'open'])
    expect((await opsgraph.listAuditEntries(admin, {})).total).toBe(0)
  })

  it.each([
    [{}, 'give either ids or filters'],
    [{ ids: ['a'], filters: { q: 'a' } }, 'give either ids or filters'],
    [{ ids: null, filters: null }, 'give either ids or filters'],
    [{ filters: {} }, 'filters must not be empty'],
    [{ filters: { severity: null } }, 'filters must not be empty'],
    [{ filters: { q: '' } }, 'filters must not be empty'],
    [{ filters: { q: ['', 'disk'] } }, 'filters must not be empty'],
    [{ filters: { unreached: false } }, 'filters must not be empty'],
    [{ filters: { unreached: 'yes' } }, 'filters.unreached must be true or false'],
    [{ filters: { severity: [] } }, 'filters.severity must not be empty'],
    [{ filters: { group: 'x' } }, 'unknown fields: filters.group'],
    [{ filters: { severity: 1 } }, 'filters.severity must be a string or a list of strings'],
    [{ filters: { from: 'now' } }, 'from must be an ISO 8601 time'],
    [{ filters: [] }, 'filters must be an object'],
    [{ ids: [] }, 'ids must not be empty'],
    [{ ids: 'a' }, 'ids must be a list'],
    [{ ids: ['a', 7] }, 'ids[1] must be the id of an alert'],
    [{ ids: Array(10_001).fill('a') }, 'ids has 10001 entries, the limit is 10000 alerts'],
    [{ ids: ['a'], status: 'gone' }, 'Status (gone) is not one of'],
    [{ ids: ['a'], status: undefined }, 'status is required'],
    [{ filters: { severity: 7, q: 'a' }, text: 7, timeout: 1, status: 'open' }, '(and 2 more)'],
    [{ ids: ['a'], text: 7 }, 'text must be a string'],
    [{ ids: ['a'], status: 'open', timeout: 60 }, 'timeout is allowed only with the status ack or shelved'],
    [{ ids: ['a'], assignee: 'bob' }, 'assignee is allowed only with the status assign'],
    [{ ids: ['a'], status: 'assign', assignee: 7 }, 'assignee must be a string'],
    [{ ids: ['a'], status: 'assign', assignee: 'x'.repeat(256) }, 'assignee is longer than 255 characters'],
    [{ ids: ['a'], status: 'assign', assignee: 'bob\u0000' }, 'assignee contains the character U+0000'],
    [{ ids: ['a'], withExplained: 'yes' }, 'withExplained must be true or false'],
    [{ ids: ['a'], timeout: -1 }, 'timeout must be a whole number of seconds from 0 to 9007199254740991'],
    [{ ids: ['a'], filter: {} }, 'unknown fields: filter'],
  ])('should refuse %j', async (body, message) => {
    const { opsgraph, statuses } = await setFullStage()
    const change = opsgraph.setAlertStatuses(admin, wrongInput({ status: 'ack', ...body }))
    await expect(change).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) })
    expect(await statuses()).toEqual(['open', 'open', 'open'])
  })

  it('should change 10,000 alerts at once, and refuse one more with the number and the limit', async () => {
    const { opsgraph, store, calls } = await setStage(harness)
    const alert = await receiveAlert(opsgraph, admin, { ...down, resource: 'host' })
    await storeCopies(store, [alert], 9_999)
    const before = new Map(calls)
    const filters = { resource: 'host' }
    expect((await opsgraph.setAlertStatuses(admin, { filters, status: 'ack' })).ids).toHaveLength(10_000)
    const made = [...calls].map(([name, count]) => count - (before.get(name) ?? 0))
    expect(Math.max(...made)).toBeLessThanOrEqual(20)
    expect((await opsgraph.listAlerts(admin, { filters: { status: ['ack'] } })).total).toBe(10_000)
    expect((await opsgraph.listAuditEntries(admin, {})).total).toBe(10_000)
    await opsgraph.receiveAlert(admin, { ...down, resource: 'host', event: 'one more' })
    const change = opsgraph.setAlertStatuses(admin, { filters, status: 'closed' })
    await expect(change).rejects.toMatchObject({
      ...{ kind: 'invalid', message: '10001 alerts match, the limit is 10000 alerts' },
    })
    expect((await opsgraph.listAlerts(admin, { filters: { status: ['closed'] } })).total).toBe(0)
  })

  it('should add a note to the history, and change nothing else', async () => {
    const { opsgraph, ids } = await setFullStage()
    const [id = ''] = ids
    const before = await opsgraph.readAlertById(admin, id)
    const noted = await opsgraph.addAlertNote(admin, { id, body: { text: ' disk ordered ' } })
    const entry = { type: 'note', actor: 'ann', text: ' disk ordered ', status: 'open', severity: 'major' }
    expect(noted.history.at(-1)).toMatchObject({ ...entry, updateTime: noted.updateTime })
    expect({ ...noted, history: before.history, updateTime: before.updateTime }).toEqual(before)
    expect(noted.history.slice(0, -1)).toEqual(before.history)
    expect(await opsgraph.readAlertById(admin, id)).toEqual(noted)
    const { items } = await opsgraph.listAuditEntries(admin, {})
    expect(items).toMatchObject([{ resourceId: id, attributes: { resource: 'host-a', text: ' disk ordered ' } }])
  })

  it('should keep a note of 10,000 characters whole, and refuse a longer one with the limit', async () => {
    const { opsgraph, ids } = await setFullStage()
    const [id = ''] = ids
    const longest = 'x'.repeat(10_000)
    const noted = await opsgraph.addAlertNote(admin, { id, body: { text: longest } })
    expect(noted.history.at(-1)?.text).toBe(longest)
    await expect(opsgraph.addAlertNote(admin, { id, body: { text: `${longest}x` } })).rejects.toMatchObject({
      ...{ kind: 'invalid', message: 'text is longer than 10000 characters' },
    })
    expect(await opsgraph.readAlertById(admin, id)).toEqual(noted)
    expect((await opsgraph.listAuditEntries(admin, {})).total).toBe(1)
  })

  it('should refuse a blank note, and a note of an alert that does not exist', async () => {
    const { opsgraph, ids } = await setFullStage()
    for (const text of ['', ' \n', undefined, null]) {
      const note = opsgraph.addAlertNote(admin, wrongInput({ id: ids[0], body: { text } }))
      await expect(note).rejects.toMatchObject({ kind: 'invalid', message: 'text must not be empty' })
    }
    await expect(opsgraph.addAlertNote(admin, wrongInput({ id: ids[0], body: { text: 7 } }))).rejects.toThrow(
      'must be a string',
    )
    await expect(opsgraph.addAlertNote(admin, { id: 'none', body: { text: '' } })).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  // Helpers

  async function setFullStage() {
    const { opsgraph } = await setStage(harness)
    const alerts = await opsgraph.receiveAlerts(
      admin,
      ['host-a', 'host-b', 'host-c'].map((resource) => ({ ...down, resource })),
    )
    const ids = alerts.flatMap((alert) => ('id' in alert ? [alert.id] : []))
    const statuses = () => Promise.all(ids.map(async (id) => (await opsgraph.readAlertById(admin, id)).status))
    return { opsgraph, ids, statuses }
  }
}
