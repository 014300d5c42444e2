import { type Alert, type Filters, LIST_COLUMNS, type ListFilter } from '@opsgraph/core'
import { ALERT_STATUSES, SEVERITIES } from '@opsgraph/core/pure'
import { ACTIVE_STATUSES, type AlertKey, compareCreation } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { anyJson, anyName, longestName, ODD_JSON, ODD_NAMES, ODD_TEXT } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { byId } from './row-order.js'
import { at, nextId, sampleAlert, sampleHistoryEntry } from './sample.js'
import type { KeptRows, StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `AlertStore`. */
export function alertStoreContract(harness: StoreHarness): void {
  describe('save and read', () => {
    it('should keep every field of an alert', async () => {
      const { store, peek } = await harness.open()
      const alerts = [ELABORATE, sampleAlert()]
      await store.alerts.save(alerts)
      for (const alert of alerts) expect(await store.alerts.read(alert.id)).toEqual(alert)
      expect(byId(await peek('alert'))).toEqual(byId(alerts.map(kept)))
    })

    it('should not find ids that were not saved', async () => {
      const { store } = await harness.open()
      await store.alerts.save([])
      await store.alerts.save([ELABORATE])
      for (const id of [nextId(), 'no such id', '', '\u0000', '\ud800']) {
        expect(await store.alerts.read(id)).toBeUndefined()
        expect(await store.transaction((parts) => parts.alerts.lockById(id))).toBeUndefined()
      }
    })

    it('should replace the alerts with the same ids, and add the others', async () => {
      const { store, peek } = await harness.open()
      const [first, second, left] = [sampleAlert(), sampleAlert(), sampleAlert()]
      await store.alerts.save([first, second, left])
      const replaced = {
        ...ELABORATE,
        id: second.id,
        environment: second.environment,
        resource: second.resource,
        event: second.event,
      }
      const closed: Alert = { ...first, severity: 'ok', status: 'closed', previousSeverity: 'major', service: [] }
      const added = sampleAlert()
      await store.alerts.save([replaced, added, closed])
      const expected = [replaced, added, closed, left]
      for (const alert of expected) expect(await store.alerts.read(alert.id)).toEqual(alert)
      expect(byId(await peek('alert'))).toEqual(byId(expected.map(kept)))
      expect(await store.alerts.activeOf(['shop'], undefined)).toEqual([...byId([added, left]), replaced])
    })

    it('should keep free text that is not allowed in names, and odd JSON', async () => {
      const { store } = await harness.open()
      const odd = sampleAlert({
        group: ODD_TEXT,
        value: ODD_TEXT,
        text: ODD_TEXT,
        tags: [ODD_TEXT, '', 'a,b', '{"}', 'NULL', ODD_TEXT],
        correlate: [ODD_TEXT, 'NULL', ''],
        type: ODD_TEXT,
        customer: ODD_TEXT,
        attributes: ODD_JSON,
        rawData: [ODD_JSON, ODD_TEXT],
        history: [sampleHistoryEntry({ text: ODD_TEXT })],
      })
      const raw = ['', '\u0000', 'null', 0, false, [], {}].map((rawData) => sampleAlert({ rawData }))
      await store.alerts.save([odd, ...raw])
      for (const alert of [odd, ...raw]) expect(await store.alerts.read(alert.id)).toEqual(alert)
    })

    it('should keep odd names exactly', async () => {
      const { store, peek } = await harness.open()
      const alerts = ODD_NAMES.flatMap((name) => [
        sampleAlert({
          environment: name,
          origin: name,
          service: [name],
          resourceParent: name,
          resourceChildren: [name, 'x'],
        }),
        sampleAlert({ resource: name, event: 'odd' }),
        sampleAlert({ event: name }),
      ])
      await store.alerts.save(alerts)
      expect(byId(await peek('alert'))).toEqual(byId(alerts.map(kept)))
      expect(byId(await store.transaction((parts) => parts.alerts.lock(alerts)))).toEqual(byId(alerts))
      for (const name of ODD_NAMES) {
        expect((await store.alerts.activeOf([name], undefined)).map(({ origin }) => origin)).toEqual([name])
      }
    })

    it('should keep the longest names and times of any year', async () => {
      const { store } = await harness.open()
      const [environment, resource, event, service] = [longestName(3), longestName(4), longestName(5), longestName(6)]
      const [first, last] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']
      const oldest = sampleAlert({
        environment,
        resource,
        event,
        service: [service, longestName(7)],
        createTime: first,
      })
      const newest = sampleAlert({ service: [service], createTime: last, timeout: Number.MAX_SAFE_INTEGER })
      await store.alerts.save([newest, oldest])
      expect(await store.alerts.activeOf([service], undefined)).toEqual([oldest, newest])
      const sort = { column: 'createTime', descending: true } as const
      const { items } = await store.alerts.list({
        filters: {},
        sort,
        page: 1,
        pageSize: 10,
      })
      expect(items).toEqual([newest, oldest])
    })

    it('should keep any free text and any JSON', async () => {
      const { store } = await harness.open()
      const text = fc.string({ unit: fc.oneof(anyName(), fc.constantFrom('\u0000', '\ud800', '\udfff')), maxLength: 5 })
      const alert = fc
        .record({
          text,
          tags: fc.array(text, { maxLength: 3 }),
          rawData: anyJson(),
          value: text,
          service: fc.array(anyName()),
        })
        .map(sampleAlert)
      await fc.assert(
        fc.asyncProperty(fc.array(alert, { minLength: 1, maxLength: 8 }), async (alerts) => {
          await store.alerts.save(alerts)
          for (const saved of alerts) expect(await store.alerts.read(saved.id)).toEqual(saved)
        }),
        propertyRuns(harness, 30),
      )
    })

    it('should save 1,000 alerts at once, and replace them', async () => {
      const { store, peek } = await harness.open()
      const alerts = Array.from({ length: 1_000 }, (_, index) => sampleAlert({ text: `${index}` }))
      await store.alerts.save(alerts)
      await store.alerts.save(alerts.map((alert) => ({ ...alert, duplicateCount: 1 })))
      expect(await peek('alert')).toHaveLength(1_000)
      const locked = await store.transaction((parts) => parts.alerts.lock(alerts))
      expect(locked.every(({ duplicateCount }) => duplicateCount === 1)).toBe(true)
      expect(locked).toHaveLength(1_000)
    })

    it('should not be changed by callers who change given or returned values', async () => {
      const { store } = await harness.open()
      const given = structuredClone(ELABORATE)
      await store.alerts.save([given])
      tamper(given)
      tamper(await store.alerts.read(ELABORATE.id))
      tamper(await store.alerts.activeOf(['shop'], undefined))
      tamper(await store.transaction((parts) => parts.alerts.lock([ELABORATE])))
      tamper(await store.alerts.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 }))
      expect(await store.alerts.read(ELABORATE.id)).toEqual(ELABORATE)
    })
  })

  describe('lock', () => {
    it('should find the stored alerts among the keys, each once', async () => {
      const { store } = await harness.open()
      const [first, second, elsewhere] = [
        sampleAlert({ resource: 'a', event: 'x' }),
        sampleAlert({ resource: 'b', event: 'y' }),
        sampleAlert({ resource: 'a', event: 'x', environment: '' }),
      ]
      await store.alerts.save([first, second, elsewhere])
      const crossed: AlertKey[] = [
        { ...first, event: 'y' },
        { ...second, event: 'x' },
        { ...first, environment: 'production' },
        { ...first, resource: 'A' },
        { ...second, environment: '' },
      ]
      await store.transaction(async ({ alerts }) => {
        expect(await alerts.lock([])).toEqual([])
        expect(await alerts.lock(crossed)).toEqual([])
        expect(byId(await alerts.lock([second, ...crossed, first, second]))).toEqual(byId([first, second]))
        expect(await alerts.lockById(elsewhere.id)).toEqual(elsewhere)
      })
    })

    it('should only read outside of a transaction, with all that is known of the fingerprints', async () => {
      const { store } = await harness.open()
      await store.alerts.save([ELABORATE])
      const keys = [ELABORATE, { ...ELABORATE, event: 'other' }]
      expect(await store.snapshot(({ alerts }) => alerts.lock(keys))).toEqual([ELABORATE])
      expect(await store.alerts.lock(keys)).toEqual([ELABORATE])
    })
  })

  describe('deleteEnded', () => {
    it('should delete alerts that are not active since before the time, the earliest first, up to the limit', async () => {
      const { store, peek } = await harness.open()
      const ended = [3, 1, 2, 1].map((updated, index) =>
        sampleAlert({ status: index % 2 ? 'closed' : 'expired', updateTime: at(updated), createTime: at(9) }),
      )
      const kept = ALERT_STATUSES.map((status) =>
        sampleAlert({ status, updateTime: at(ACTIVE_STATUSES.includes(status) ? 0 : 4), createTime: at(0) }),
      )
      await store.alerts.save([...ended, ...kept])
      const left = async () => (await peek('alert')).map(({ id }) => id).toSorted()
      const idsOf = (...alerts: readonly Alert[]) => alerts.map(({ id }) => id).toSorted()
      const [third, first, second, tied] = ended as [Alert, Alert, Alert, Alert]
      expect(await store.alerts.deleteEnded(at(1), 10)).toBe(0)
      expect(await store.alerts.deleteEnded(at(4), 1)).toBe(1)
      expect(await left()).toEqual(idsOf(third, second, tied, ...kept))
      expect(await store.transaction((parts) => parts.alerts.deleteEnded(at(4), 2))).toBe(2)
      expect(await left()).toEqual(idsOf(third, ...kept))
      expect(await store.alerts.deleteEnded(at(4), 10)).toBe(1)
      expect(await left()).toEqual(idsOf(...kept))
      await store.alerts.save([first, second])
      expect(await left()).toEqual(idsOf(first, second, ...kept))
    })

    it('should not delete an alert that was reopened or changed later', async () => {
      const { store } = await harness.open()
      const closed = sampleAlert({ status: 'closed', updateTime: at(0) })
      await store.alerts.save([closed])
      await store.alerts.save([{ ...closed, status: 'open' }])
      expect(await store.alerts.deleteEnded(at(9), 10)).toBe(0)
      await store.alerts.save([{ ...closed, updateTime: at(9) }])
      expect(await store.alerts.deleteEnded(at(9), 10)).toBe(0)
      expect(await store.alerts.deleteEnded(at(10), 10)).toBe(1)
    })

    it('should count from the later of updateTime and lastReceiveTime', async () => {
      const { store, peek } = await harness.open()
      const ended = [
        { updateTime: at(0), lastReceiveTime: at(5) },
        { updateTime: at(4), lastReceiveTime: at(1) },
        { updateTime: at(6), lastReceiveTime: at(6) },
      ].map((times) => sampleAlert({ status: 'closed', ...times }))
      await store.alerts.save(ended)
      const left = async () => (await peek('alert')).map(({ id }) => id).toSorted()
      const [received, , both] = ended.map(({ id }) => id)
      expect(await store.alerts.deleteEnded(at(4), 10)).toBe(0)
      expect(await store.alerts.deleteEnded(at(6), 1)).toBe(1)
      expect(await left()).toEqual([received, both].toSorted())
      expect(await store.alerts.deleteEnded(at(6), 10)).toBe(1)
      expect(await left()).toEqual([both])
    })
  })

  describe('lockMatching', () => {
    it('should find the alerts that match the filters, in the order of the list', async () => {
      const { store } = await harness.open()
      const alerts = [3, 1, 2].map((created) => sampleAlert({ createTime: at(created), tags: ['x'], text: 'Disk' }))
      await store.alerts.save([...alerts, sampleAlert({ text: 'disk' })])
      const find = (filters: Filters<ListFilter<'alerts'>>, limit = 10) =>
        store.transaction((parts) => parts.alerts.lockMatching(filters, limit))
      const items = alerts.toSorted(compareCreation).map(refOf)
      expect(await find({ tag: ['x'] })).toEqual({ items, total: 3 })
      expect(await find({ tag: ['x'] }, 3)).toEqual({ items, total: 3 })
      expect(await find({ q: ['DISK'], tag: ['x'] })).toEqual({ items, total: 3 })
      expect(await find({ id: [...items.slice(1).map(({ id }) => id), 'none', '\u0000'] })).toEqual({
        ...{ items: items.slice(1), total: 2 },
      })
      expect(await find({ tag: ['y'] })).toEqual({ items: [], total: 0 })
      expect((await find({ tag: ['x'] }, 2)).total).toBe(3)
    })

    it('should find 2,000 alerts by their ids', async () => {
      const { store } = await harness.open()
      const alerts = Array.from({ length: 2_000 }, () => sampleAlert())
      await store.alerts.save(alerts)
      const id = alerts.map((alert) => alert.id)
      const { items, total } = await store.transaction((parts) => parts.alerts.lockMatching({ id }, 2_000))
      expect(total).toBe(2_000)
      expect(items.map((item) => item.id)).toEqual(id)
    })
  })

  describe('delete', () => {
    it('should remove an alert, return whether it existed, and free its key', async () => {
      const { store, peek } = await harness.open()
      const [removed, left] = [sampleAlert(), sampleAlert()]
      await store.alerts.save([removed, left])
      expect(await store.alerts.delete(removed.id)).toBe(true)
      for (const id of [removed.id, 'no such id', '', '\u0000']) expect(await store.alerts.delete(id)).toBe(false)
      expect(await peek('alert')).toEqual([kept(left)])
      expect(await store.alerts.activeOf(['shop'], undefined)).toEqual([left])
      expect(await store.transaction((parts) => parts.alerts.lock([removed]))).toEqual([])
      const anew = { ...removed, id: nextId() }
      await store.alerts.save([anew])
      expect(await store.transaction((parts) => parts.alerts.lock([removed]))).toEqual([anew])
    })
  })

  describe('activeOf', () => {
    it('should return the alerts that are neither closed nor expired', async () => {
      const { store } = await harness.open()
      await store.alerts.save(ALERT_STATUSES.map((status) => sampleAlert({ status })))
      const active = await store.alerts.activeOf(['shop'], undefined)
      expect(active.map(({ status }) => status).toSorted()).toEqual(ACTIVE_STATUSES.toSorted())
    })

    it('should return the alerts whose list of services contains exactly the service', async () => {
      const { store } = await harness.open()
      const holding = [['shop'], ['x', 'shop'], ['shop', 'y', 'shop']].map((service) => sampleAlert({ service }))
      const lists = [[], [''], ['Shop'], ['shop,x'], ['{shop}'], ['"shop"'], ['shops'], ['NULL']]
      await store.alerts.save([...holding, ...lists.map((service) => sampleAlert({ service }))])
      expect(await store.alerts.activeOf(['shop'], undefined)).toEqual(holding)
      expect(await store.alerts.activeOf(['shop,x'], undefined)).toHaveLength(1)
      expect(await store.alerts.activeOf(['nobody'], undefined)).toEqual([])
    })

    it('should return all active alerts if no services are given', async () => {
      const { store } = await harness.open()
      const active = [['shop'], [], ['a', 'b']].map((service) => sampleAlert({ service }))
      await store.alerts.save([...active, sampleAlert({ status: 'closed' })])
      expect(await store.alerts.activeOf(undefined, undefined)).toEqual(active)
      expect(await store.alerts.activeOf(undefined, ['minor'])).toEqual([])
    })

    it('should filter by severities', async () => {
      const { store } = await harness.open()
      await store.alerts.save(SEVERITIES.map((severity) => sampleAlert({ severity })))
      const found = async (severities: readonly string[] | undefined) =>
        (await store.alerts.activeOf(['shop'], severities)).map(({ severity }) => severity)
      expect(await found(['minor', 'critical', 'minor', 'no such'])).toEqual(['critical', 'minor'])
      expect(await found(['no such'])).toEqual([])
      expect(await found([])).toEqual([])
      expect(await found(undefined)).toEqual(SEVERITIES)
    })

    it('should be ordered by createTime, ties by id', async () => {
      const { store } = await harness.open()
      const alerts = [3, 1, 2, 1, 3, 0].map((created) =>
        sampleAlert({ createTime: at(created), updateTime: at(-created) }),
      )
      await store.alerts.save(alerts.toReversed())
      expect(await store.alerts.activeOf(['shop'], undefined)).toEqual(alerts.toSorted(compareCreation))
    })
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: (store, rows) => store.alerts.save(rows),
      list: (store, query) => store.alerts.list(query),
      after: {
        read: (store, last, limit, filters) => store.alerts.after(last, limit, filters),
        remove: (store, { id }) => store.alerts.delete(id),
      },
      filters: EXACT_FILTERS,
      sorts: LIST_COLUMNS.alerts.sorts.filter((column) => column !== 'severity'),
      show: {
        id: (row) => row.id,
        severity: (row) => row.severity,
        status: (row) => row.status,
        environment: (row) => row.environment,
        resource: (row) => row.resource,
        event: (row) => row.event,
        service: (row) => row.service,
        text: (row) => row.text,
        tag: (row) => row.tags,
        window: (row) => row.maintenance?.windowId ?? null,
        assignee: (row) => row.assignee,
        createTime: (row) => row.createTime,
        lastReceiveTime: (row) => row.lastReceiveTime,
      },
      compareByDefault: compareCreation,
      nullsLast: true,
    })
  })
}

// Helpers

/** The filters that compare for equality. */
const EXACT_FILTERS = LIST_COLUMNS.alerts.filters.filter(
  (filter) => filter !== 'from' && filter !== 'to' && filter !== 'q',
)

const ELABORATE: Alert = sampleAlert({
  severity: 'critical',
  status: 'ack',
  correlate: ['cpu high', 'cpu ok'],
  service: ['web', 'shop'],
  group: 'Servers',
  value: '97 %',
  text: 'over the limit',
  tags: ['b', 'a', 'b'],
  attributes: { weight: 7.5, nested: { list: [1, '1', null, true] } },
  origin: 'prometheus/eu',
  type: 'metricAlert',
  timeout: 0,
  rawData: { labels: [{ job: 'node' }] },
  customer: 'ACME',
  resourceParent: 'vm-1',
  resourceChildren: ['disk-2', 'disk-1'],
  duplicateCount: 41,
  repeat: true,
  previousSeverity: 'minor',
  assignee: 'ann',
  createTime: at(1),
  receiveTime: at(2),
  lastReceiveTime: at(3),
  updateTime: at(4),
  history: [
    sampleHistoryEntry({ text: 'first' }),
    sampleHistoryEntry({ type: 'severity', actor: 'bob', severity: 'critical', updateTime: at(2) }),
    sampleHistoryEntry({ type: 'status', status: 'ack', text: 'looking', assignee: 'ann', updateTime: at(2) }),
  ],
})

const LISTED: readonly Alert[] = Array.from({ length: 12 }, (_, index) =>
  sampleAlert({
    environment: ['Production', '', 'production', '\u{1f600}'][index % 4] ?? '',
    resource: ['web-1', '\ue000', "o'neil"][index % 3] ?? '',
    event: `event ${index % 6}`,
    severity: SEVERITIES[index % 5] ?? 'major',
    status: ALERT_STATUSES[index % 7] ?? 'open',
    service: [['shop'], [], ['shop', 'web', 'shop'], ['web,shop', '{web}'], ['\u{1f600}']][index % 5] ?? [],
    text: ['slow', 'Slow', ' slow', `long ${'x'.repeat(100_000)}`][index % 4] ?? '',
    tags: [['a'], [], ['b', 'a', 'b'], ['a,b', '{a}', '"a"'], [' a', 'A']][index % 5] ?? [],
    ...(index % 3 > 0 && { maintenance: { windowId: `w${index % 3}`, name: 'Update', statusBefore: 'open' as const } }),
    assignee: ['ann', null, 'Bob', 'ann', '\u{1f600}'][index % 5] ?? null,
    createTime: at(9 - (index % 4)),
    lastReceiveTime: at(index % 3),
  }),
)

function refOf({ id, environment, resource, event }: Alert) {
  return { id, environment, resource, event }
}

function kept({ id, environment, resource, event, severity }: Alert): KeptRows['alert'] {
  return { id, environment, resource, event, severity }
}
