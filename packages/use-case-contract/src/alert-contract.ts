import { readAlert } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

const down = {
  environment: 'Production',
  resource: 'web',
  event: 'Down',
  severity: 'major',
  service: ['shop'],
} as const

/** Tests the use-cases of alerts (rules.md#alerts). */
export function alertContract(harness: StoreHarness): void {
  it('should store one alert per environment, resource and event', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const first = await receiveAlert(opsgraph, admin, down)
    const duplicate = await receiveAlert(opsgraph, admin, down)
    const worse = await receiveAlert(opsgraph, admin, { ...down, severity: 'critical' })
    const other = await receiveAlert(opsgraph, admin, { ...down, environment: 'Staging' })
    expect([duplicate.id, worse.id]).toEqual([first.id, first.id])
    expect(other.id).not.toBe(first.id)
    expect(duplicate).toMatchObject({ duplicateCount: 1, repeat: true })
    expect(worse).toMatchObject({ severity: 'critical', previousSeverity: 'major', duplicateCount: 0, repeat: false })
    expect(await opsgraph.readAlertById(admin, first.id)).toEqual(worse)
    expect(await peek('alert')).toHaveLength(2)
  })

  it('should write the relations that an alert states, with the source event', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await receiveAlert(opsgraph, admin, {
      ...down,
      resourceParent: 'vm',
      resourceChildren: ['page', 'web'],
      origin: 'zabbix',
    })
    const common = { environment: 'Production', source: 'event', sourceRef: 'zabbix' }
    expect((await peek('relation')).toSorted((left, right) => (left.resource < right.resource ? -1 : 1))).toEqual([
      { ...common, resource: 'page', parent: 'web' },
      { ...common, resource: 'web', parent: 'vm' },
    ])
    expect(await peek('audit')).toEqual([])
  })

  it('should leave resourceParent on alerts when the relation is deleted', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, { ...down, resourceParent: 'vm' })
    await opsgraph.deleteRelationsOf(admin, { resource: 'web', environment: 'Production' })
    expect((await opsgraph.readAlertById(admin, id)).resourceParent).toBe('vm')
  })

  it('should receive a batch like single alerts, but in one transaction', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const drafts = ['minor', 'minor', 'major'].map((severity) => readAlert({ ...down, severity, resourceParent: 'vm' }))
    const [first, second, third] = await opsgraph.receiveAlerts(admin, [
      ...drafts,
      readAlert({ ...down, event: 'Slow' }),
    ])
    expect(first).toMatchObject({ severity: 'major', previousSeverity: 'minor', duplicateCount: 0 })
    expect([second, third]).toEqual([first, first])
    expect(first).toMatchObject({ history: [{ type: 'new' }, { type: 'severity' }] })
    expect(await peek('alert')).toHaveLength(2)
    expect(await peek('relation')).toHaveLength(1)
  })

  it('should need as many calls of the store for 1,000 alerts as for one', async () => {
    const batch = async (size: number) => {
      const { opsgraph, calls } = await setStage(harness)
      const drafts = Array.from({ length: size }, (_, at) =>
        readAlert({ ...down, resource: `r${at}`, resourceParent: 'vm' }),
      )
      for (let round = 0; round < 2; round++) await opsgraph.receiveAlerts(admin, drafts)
      return calls
    }
    expect(await batch(1000)).toEqual(await batch(1))
  })

  it('should list alerts that match the filters, oldest first', async () => {
    const { opsgraph } = await setStage(harness)
    for (const event of ['a', 'b', 'c']) await receiveAlert(opsgraph, admin, { ...down, event })
    await receiveAlert(opsgraph, admin, { ...down, event: 'b', severity: 'minor' })
    const events = async (filters: object) =>
      (await opsgraph.listAlerts(admin, { filters })).items.map((alert) => alert.event)
    expect(await events({})).toEqual(['a', 'b', 'c'])
    expect(await events({ severity: ['minor'] })).toEqual(['b'])
    expect(await events({ event: ['a', 'c', 'x'], environment: ['Production'] })).toEqual(['a', 'c'])
    expect(await events({ environment: [' Production'], resource: ['web '], event: ['\ta'] })).toEqual(['a'])
    expect(await events({ resource: ['WEB'] })).toEqual([])
  })

  it('should search in texts without regard to case, in the same way in every store', async () => {
    const { opsgraph } = await setStage(harness)
    for (const text of ['Straße', 'İstanbul', 'CAFÉ', 'ΟΔΟΣ']) {
      await receiveAlert(opsgraph, admin, { ...down, event: text, text: `the ${text} is closed` })
    }
    const found = async (...q: string[]) =>
      (await opsgraph.listAlerts(admin, { filters: { q } })).items.map((alert) => alert.event)
    expect(await found('STRASSE', 'strasse')).toEqual(['Straße'])
    expect(await found('i\u0307stan')).toEqual(['İstanbul'])
    expect(await found('istan')).toEqual([])
    expect(await found('café')).toEqual(['CAFÉ'])
    expect(await found('cafe')).toEqual([])
    expect(await found('οδος IS')).toEqual(['ΟΔΟΣ'])
    expect(await found('οδοσ')).toEqual(['ΟΔΟΣ'])
    expect(await found('E')).toHaveLength(4)
  })

  it('should filter by a time in any notation, and refuse anything else', async () => {
    const { opsgraph } = await setStage(harness)
    const { lastReceiveTime } = await receiveAlert(opsgraph, admin, down)
    const total = async (filters: object) => (await opsgraph.listAlerts(admin, { filters })).total
    const other = new Date(Date.parse(lastReceiveTime) + 3_600_000).toISOString().replace('Z', '+01:00')
    expect(await total({ from: [other] })).toBe(1)
    expect(await total({ to: [other] })).toBe(0)
    expect(await total({ from: ['2025-12-31'], to: ['2026-01-02'] })).toBe(1)
    const refusal = (filters: object) => expect(total(filters)).rejects
    await refusal({ from: ['yesterday'] }).toThrow('from must be an ISO 8601 time, not yesterday')
    await refusal({ to: [''] }).toThrow('to must be an ISO 8601 time')
    await refusal({ to: [other, other] }).toThrow('to can be given only once')
  })

  it('should list the active alerts of a service, or its alerts with the requested statuses', async () => {
    const { opsgraph } = await setStage(harness)
    await receiveAlert(opsgraph, admin, { ...down, service: ['shop', 'bank'] })
    await receiveAlert(opsgraph, admin, { ...down, event: 'Up', severity: 'ok' })
    await receiveAlert(opsgraph, admin, { ...down, event: 'Slow', service: ['shopping'] })
    const of = async (service: string, filters = {}) =>
      (await opsgraph.listAlertsByService(admin, service, { filters })).items.map((alert) => alert.event)
    expect(await of('shop')).toEqual(['Down'])
    expect(await of(' bank ')).toEqual(['Down'])
    expect(await of('shop', { status: ['closed'] })).toEqual(['Up'])
    expect(await of('shop', { severity: ['minor'] })).toEqual([])
  })

  it('should change the status and record the user', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, down)
    const acknowledged = await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack', text: 'on it' } })
    expect(acknowledged.status).toBe('ack')
    expect(acknowledged.history.at(-1)).toMatchObject({ type: 'status', actor: 'ann', text: 'on it', status: 'ack' })
    expect(await opsgraph.readAlertById(admin, id)).toEqual(acknowledged)
    await expect(opsgraph.setAlertStatus(admin, { id, body: { status: wrongInput('gone') } })).rejects.toThrow(
      'Status (gone) is not one of',
    )
    await expect(
      opsgraph.setAlertStatus(admin, { id: 'none', body: { status: wrongInput('gone') } }),
    ).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  it('should delete an alert', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, down)
    await opsgraph.deleteAlert(admin, id)
    expect(await peek('alert')).toEqual([])
    await expect(opsgraph.deleteAlert(admin, id)).rejects.toMatchObject({ kind: 'notFound' })
    await expect(opsgraph.readAlertById(admin, id)).rejects.toMatchObject({ kind: 'notFound' })
  })
}
