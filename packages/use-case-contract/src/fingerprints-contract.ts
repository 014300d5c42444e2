import type { Alert, AlertInput, Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'

const KEY = { environment: 'Production', resource: 'web-1', event: 'DiskFull', origin: 'monitor' }
const root = { ...KEY, fingerprint: 'disk /', severity: 'critical', text: '/ is full' } as const
const data = { ...KEY, fingerprint: 'disk /data', severity: 'major', text: '/data is full' } as const

/** Tests that an alert is over when the last of its fingerprints is over (rules.md#fingerprints). */
export function fingerprintsContract(harness: StoreHarness): void {
  it('should close an alert with its last fingerprint, and show the worst until then', async () => {
    const { opsgraph } = await setStage(harness)
    await receiveAlert(opsgraph, admin, root)
    const both = await receiveAlert(opsgraph, admin, data)
    expect(both).toMatchObject({ severity: 'critical', text: '/ is full', openCount: 2, repeat: true })
    expect(both.fingerprints).toMatchObject([
      { fingerprint: 'disk /', severity: 'critical', text: '/ is full' },
      { fingerprint: 'disk /data', severity: 'major', text: '/data is full' },
    ])
    const one = await receiveAlert(opsgraph, admin, over(root))
    expect(one).toMatchObject({ status: 'open', severity: 'major', text: '/data is full', openCount: 1 })
    expect(one.history.at(-1)).toMatchObject({ type: 'severity', severity: 'major' })
    const none = await receiveAlert(opsgraph, admin, over(data))
    expect(none).toMatchObject({ status: 'closed', severity: 'ok', openCount: 0, fingerprints: [] })
    expect(await opsgraph.readAlertById(admin, none.id)).toEqual(none)
    const { items } = await opsgraph.listAlerts(admin, {})
    expect(items.map((alert) => [alert.openCount, 'fingerprints' in alert, 'firing' in alert])).toEqual([
      [0, false, false],
    ])
  })

  it('should close everything with a closing alert that has no fingerprint', async () => {
    const { opsgraph } = await setStage(harness)
    for (const alert of [root, data]) await receiveAlert(opsgraph, admin, alert)
    const closed = await receiveAlert(opsgraph, admin, { ...KEY, severity: 'ok' })
    expect(closed).toMatchObject({ status: 'closed', openCount: 0 })
  })

  it('should close a fingerprint under the key that it was opened with, whatever the title is now', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, root)
    const closed = await receiveAlert(opsgraph, admin, { ...over(root), event: 'DiskFull 98 %', resource: 'web' })
    expect(closed).toMatchObject({ id, event: 'DiskFull', resource: 'web-1', status: 'closed' })
    expect(await peek('alert')).toHaveLength(1)
  })

  it('should not close the fingerprint of another sender', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, root)
    await receiveAlert(opsgraph, admin, { ...over(root), event: 'Other', origin: 'another monitor' })
    expect(await statusOf(opsgraph, id)).toBe('open')
  })

  it('should stay open for what fires when a person reopens or closes it in between', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, root)
    const closed = await opsgraph.setAlertStatus(admin, { id, body: { status: 'closed' } })
    expect(closed).toMatchObject({ openCount: 0, fingerprints: [] })
    const reopened = await opsgraph.setAlertStatus(admin, { id, body: { status: 'open' } })
    expect(reopened).toMatchObject({ openCount: 0, fingerprints: [] })
    await receiveAlert(opsgraph, admin, over(data))
    expect(await statusOf(opsgraph, id)).toBe('closed')
  })

  it('should change nothing when an arrival is older than what is known', async () => {
    const { opsgraph } = await setStage(harness)
    const first = await receiveAlert(opsgraph, admin, { ...root, eventTime: at(2) })
    expect(first.activeSince).toBe(at(2))
    for (const late of [over(root), { ...root, severity: 'minor' } as const]) {
      expect(await opsgraph.receiveAlert(admin, { ...late, eventTime: at(1) })).toEqual({
        outdated: true,
        alert: first,
      })
    }
    await receiveAlert(opsgraph, admin, { ...over(root), eventTime: at(3) })
    expect(await opsgraph.receiveAlert(admin, { ...root, eventTime: at(2) })).toMatchObject({ outdated: true })
    expect(await receiveAlert(opsgraph, admin, { ...root, eventTime: at(4) })).toMatchObject({ status: 'open' })
  })

  it('should open again by an earlier event time once the closing is some time ago', async () => {
    let now = Date.parse(at(60))
    const { opsgraph } = await setStage(harness, undefined, () => new Date(now))
    await receiveAlert(opsgraph, admin, { ...root, eventTime: at(1) })
    await receiveAlert(opsgraph, admin, { ...over(root), eventTime: at(50) })
    now += 120_000
    expect(await opsgraph.receiveAlert(admin, { ...root, eventTime: at(40) })).toMatchObject({ outdated: true })
    now += 1
    expect(await opsgraph.receiveAlert(admin, { ...root, eventTime: at(40) })).toMatchObject({ status: 'open' })
  })

  it('should close at the end time, unless the alert is sent again', async () => {
    let now = Date.parse(at(0))
    const { opsgraph } = await setStage(harness, undefined, () => new Date(now))
    const { id } = await receiveAlert(opsgraph, admin, { ...root, endTime: at(5) })
    await receiveAlert(opsgraph, admin, { ...data, endTime: at(10) })
    now = Date.parse(at(4))
    await receiveAlert(opsgraph, admin, { ...root, endTime: at(7) })
    now = Date.parse(at(8))
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 0, reopened: 0 })
    expect(await opsgraph.readAlertById(admin, id)).toMatchObject({ status: 'open', severity: 'major', openCount: 1 })
    now = Date.parse(at(10))
    expect(await opsgraph.changeDueAlerts()).toEqual({ expired: 0, ended: 1, reopened: 0 })
    const ended = await opsgraph.readAlertById(admin, id)
    expect(ended).toMatchObject({ status: 'closed', openCount: 0 })
    expect(ended.history.at(-1)).toMatchObject({ type: 'status', actor: 'system', text: 'its end time is over' })
  })

  it('should close by an end time that is over', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, root)
    await receiveAlert(opsgraph, admin, { ...root, endTime: '2025-12-31T23:00:00.000Z' })
    expect(await statusOf(opsgraph, id)).toBe('closed')
  })

  it('should keep 1,000 fingerprints, and rather stay open than lose one', async () => {
    const { opsgraph } = await setStage(harness)
    const many = Array.from({ length: 1_002 }, (_, index) => ({ ...root, fingerprint: `disk ${index}` }))
    await opsgraph.receiveAlerts(admin, many)
    const alert = await receiveAlert(opsgraph, admin, over({ ...root, fingerprint: 'disk 0' }))
    expect(alert.openCount).toBe(1_000)
    await opsgraph.receiveAlerts(admin, many.slice(1).map(over))
    expect(await statusOf(opsgraph, alert.id)).toBe('open')
    await receiveAlert(opsgraph, admin, { ...KEY, severity: 'ok' })
    expect(await statusOf(opsgraph, alert.id)).toBe('closed')
  })

  it('should let an alert take over the event of a correlated one', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const node = { environment: 'Production', resource: 'web-1', correlate: ['NodeDown', 'NodeUp'] }
    const { id } = await receiveAlert(opsgraph, admin, { ...node, event: 'NodeDown', severity: 'major' })
    const up = await receiveAlert(opsgraph, admin, { ...node, event: 'NodeUp', severity: 'ok' })
    expect(up).toMatchObject({ id, event: 'NodeUp', severity: 'ok', status: 'closed', previousSeverity: 'major' })
    const down = await receiveAlert(opsgraph, admin, { ...node, event: 'NodeDown', severity: 'major', correlate: [] })
    expect(down).toMatchObject({ id, event: 'NodeDown', status: 'open' })
    expect(await peek('alert')).toHaveLength(1)
  })

  it('should let a correlated alert take the place of a closed one of its new event', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const node = { environment: 'Production', resource: 'web-1' }
    await receiveAlert(opsgraph, admin, { ...node, event: 'NodeUp', severity: 'ok' })
    const { id } = await receiveAlert(opsgraph, admin, { ...node, event: 'NodeDown', severity: 'major' })
    const up = await receiveAlert(opsgraph, admin, {
      ...node,
      event: 'NodeUp',
      severity: 'ok',
      correlate: ['NodeDown'],
    })
    expect(up).toMatchObject({ id, event: 'NodeUp', status: 'closed' })
    expect(await peek('alert')).toHaveLength(1)
    expect(await opsgraph.readAlertById(admin, id)).toEqual(up)
  })

  it('should not forget the time of a closing when it is closed again without a time, or with an earlier one', async () => {
    const { opsgraph } = await setStage(harness)
    await receiveAlert(opsgraph, admin, { ...over(root), eventTime: at(10) })
    await receiveAlert(opsgraph, admin, over(root))
    expect(await opsgraph.receiveAlert(admin, { ...root, eventTime: at(5) })).toMatchObject({ outdated: true })
    const other = { ...KEY, resource: 'web-2' }
    await receiveAlert(opsgraph, admin, { ...other, severity: 'ok', eventTime: at(10) })
    await receiveAlert(opsgraph, admin, { ...other, severity: 'major', fingerprint: 'f', eventTime: at(1) })
    await receiveAlert(opsgraph, admin, { ...other, severity: 'ok', eventTime: at(2) })
    expect(await opsgraph.receiveAlert(admin, { ...other, severity: 'major', eventTime: at(5) })).toMatchObject({
      outdated: true,
    })
  })

  it('should show the text of what is still open, though the text of what has closed begins with it', async () => {
    const { opsgraph } = await setStage(harness)
    await receiveAlert(opsgraph, admin, { ...root, severity: 'major', text: 'full' })
    await receiveAlert(opsgraph, admin, { ...data, text: 'full since noon' })
    expect(await receiveAlert(opsgraph, admin, over(data))).toMatchObject({ status: 'open', text: 'full' })
  })

  it('should show the whole text of the worst, of which the fingerprint keeps the beginning', async () => {
    const { opsgraph } = await setStage(harness)
    const text = `${'x'.repeat(4_095)}\u{1f4a5} and more`
    await receiveAlert(opsgraph, admin, { ...root, text })
    const kept = { fingerprint: root.fingerprint, text: `${'x'.repeat(4_095)}\ufffd` }
    expect(await receiveAlert(opsgraph, admin, data)).toMatchObject({ text, fingerprints: [kept, {}] })
    expect(await receiveAlert(opsgraph, admin, over(data))).toMatchObject({ text, fingerprints: [kept] })
  })

  it('should close a fingerprint where it is open, and not a correlated alert that does not hold it', async () => {
    const { opsgraph } = await setStage(harness)
    const node = { ...KEY, correlate: ['NodeUp'] }
    const slow = await receiveAlert(opsgraph, admin, { ...node, event: 'Slow', fingerprint: 's', severity: 'major' })
    const down = await receiveAlert(opsgraph, admin, { ...node, event: 'Down', fingerprint: 'd', severity: 'major' })
    await receiveAlert(opsgraph, admin, { ...KEY, event: 'NodeUp', fingerprint: 's', severity: 'ok' })
    expect([await statusOf(opsgraph, slow.id), await statusOf(opsgraph, down.id)]).toEqual(['closed', 'open'])
  })

  it('should not open again by a late arrival of a fingerprint that a correlated alert has replaced', async () => {
    const { opsgraph } = await setStage(harness)
    const node = { ...KEY, correlate: ['NodeDown', 'NodeUp'] }
    const down = { ...node, event: 'NodeDown', fingerprint: 'd', severity: 'major' } as const
    await receiveAlert(opsgraph, admin, { ...down, eventTime: at(1) })
    await receiveAlert(opsgraph, admin, {
      ...node,
      event: 'NodeUp',
      fingerprint: 'u',
      severity: 'ok',
      eventTime: at(10),
    })
    expect(await opsgraph.receiveAlert(admin, { ...down, eventTime: at(5) })).toMatchObject({ outdated: true })
  })

  it('should be outdated if a correlated alert is older than its own fingerprint', async () => {
    const { opsgraph } = await setStage(harness)
    const node = { ...KEY, correlate: ['NodeDown'] }
    await receiveAlert(opsgraph, admin, { ...KEY, event: 'NodeDown', severity: 'major' })
    await receiveAlert(opsgraph, admin, { ...over(root), event: 'NodeDown', eventTime: at(10) })
    const late = { ...node, event: 'NodeUp', fingerprint: root.fingerprint, severity: 'ok', eventTime: at(5) } as const
    expect(await opsgraph.receiveAlert(admin, late)).toMatchObject({ outdated: true })
  })

  it('should take the alert that was created last, if several correlated ones began at the same time', async () => {
    const { opsgraph } = await setStage(harness, undefined, () => new Date(at(0)))
    const events = ['One', 'Two', 'Three']
    for (const event of events) await receiveAlert(opsgraph, admin, { ...KEY, event, severity: 'major' })
    const { items } = await opsgraph.listAlerts(admin, {})
    const all = { ...KEY, event: 'All', severity: 'major', correlate: ['One', 'Three', 'Two'] } as const
    expect(await receiveAlert(opsgraph, admin, all)).toMatchObject({ id: items.at(-1)?.id })
  })

  it('should return an alert whose event a later one of the same call takes over', async () => {
    const { opsgraph } = await setStage(harness)
    const node = { ...KEY, correlate: ['NodeDown', 'NodeUp'] }
    const received = await opsgraph.receiveAlerts(admin, [
      { ...node, event: 'NodeDown', severity: 'major' },
      { ...node, event: 'NodeUp', severity: 'ok' },
    ])
    expect(received).toMatchObject([{ event: 'NodeUp' }, { event: 'NodeUp' }])
    expect(received[0]).toEqual(received[1])
  })

  it('should close a fingerprint everywhere though one delivery closes it first under its own key', async () => {
    const { opsgraph } = await setStage(harness)
    await receiveAlert(opsgraph, admin, root)
    const { id } = await receiveAlert(opsgraph, admin, { ...root, event: 'Another title' })
    await opsgraph.receiveAlerts(admin, [over(root), over(root)])
    expect(await statusOf(opsgraph, id)).toBe('closed')
  })
}

// Helpers

function over(alert: AlertInput): AlertInput {
  return { ...alert, severity: 'ok' }
}

async function statusOf(opsgraph: Opsgraph, id: string): Promise<Alert['status']> {
  return (await opsgraph.readAlertById(admin, id)).status
}

/** Returns the time some minutes after the start of the test clock. */
function at(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1) + minute * 60_000 - 3_600_000).toISOString()
}
