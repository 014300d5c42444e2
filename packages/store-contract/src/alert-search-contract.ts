import type { Alert, Filters, ListFilter } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import { compareNames, indexAlert, type ListQuery, type ListSort } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ODD_TEXT } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { at, sampleAlert } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the filters `from`, `to` and `q` of `AlertStore.list`, and the order of severities. */
export function alertSearchContract(harness: StoreHarness): void {
  it('should filter by the time: from included, to excluded', async () => {
    const { find } = await openWith(
      [0, 1, 2, 3].map((time) => sampleAlert({ event: `${time}`, lastReceiveTime: at(time) })),
    )
    expect(await find({ from: [at(1)] })).toEqual(['1', '2', '3'])
    expect(await find({ to: [at(2)] })).toEqual(['0', '1'])
    expect(await find({ from: [at(1)], to: [at(3)] })).toEqual(['1', '2'])
    expect(await find({ from: [at(2)], to: [at(2)] })).toEqual([])
    expect(await find({ from: [at(9)] })).toEqual([])
    for (const name of ['from', 'to'] as const) expect(await find({ [name]: [] })).toEqual([])
  })

  it('should filter by a time of any year', async () => {
    const years = ['0000', '0001', '9999'].map((year) =>
      sampleAlert({ event: year, lastReceiveTime: `${year}-06-01T00:00:00.000Z` }),
    )
    const { find } = await openWith(years)
    expect(await find({ from: ['0000-06-01T00:00:00.000Z'], to: ['0001-06-01T00:00:00.000Z'] })).toEqual(['0000'])
    expect(await find({ from: ['9999-06-01T00:00:00.000Z'] })).toEqual(['9999'])
  })

  it('should find a part of the resource, the event, the text or a service, and nothing else', async () => {
    const nothing = { resource: 'r', text: 't', service: ['s'] }
    const { find } = await openWith([
      sampleAlert({ ...nothing, event: 'resource', resource: 'my disk 1' }),
      sampleAlert({ ...nothing, event: 'the Disk is full' }),
      sampleAlert({ ...nothing, event: 'text', text: 'see disk' }),
      sampleAlert({ ...nothing, event: 'service', service: ['web', 'disks', 'mail'] }),
      sampleAlert({ ...nothing, event: 'no', environment: 'disk', group: 'disk', value: 'disk', tags: ['disk'] }),
    ])
    expect(await find({ q: ['DISK'] })).toEqual(['resource', 'the Disk is full', 'text', 'service'])
    expect(await find({ q: ['MAIL', 'DISK 1'] })).toEqual(['resource', 'service'])
    expect(await find({ q: [''] })).toHaveLength(5)
    expect(await find({ q: [] })).toEqual([])
    // A match must not span two fields.
    for (const crossing of ['RTEXT', 'TEXTT', 'TS', 'WEBDISKS', 'R\nTEXT', 'TEXT\nT']) {
      expect(await find({ q: [crossing] }), crossing).toEqual([])
    }
  })

  it.each(['%', '_', '\\', "'", '"', '{}', '.*', '\n', '\t', ODD_NAME])(
    'should take %j in q literally',
    async (part) => {
      const { find } = await openWith([
        sampleAlert({ event: 'with', text: `a${part}b` }),
        sampleAlert({ event: 'without', text: 'ab' }),
      ])
      expect(await find({ q: [part] })).toEqual(['with'])
      expect(await find({ q: [`A${part}B`] })).toEqual(['with'])
    },
  )

  it('should find alerts by q whose text no database can store', async () => {
    const { find } = await openWith([sampleAlert({ event: 'odd', text: `x${ODD_TEXT}disk` })])
    expect(await find({ q: ['DISK'] })).toEqual(['odd'])
  })

  it('should match q exactly if the search text of the alert contains it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText(), { minLength: 1, maxLength: 5 }), anyText(), async (texts, part) => {
        const alerts = texts.map((text) => sampleAlert({ text }))
        const { find } = await openWith(alerts)
        const expected = alerts.filter((alert) => indexAlert(alert).search.includes(part))
        expect(await find({ q: [part] })).toEqual(expected.map(({ event }) => event))
      }),
      propertyRuns(harness, 30),
    )
  })

  it('should sort by severity, the worst one first, then the one that began last, ties by id', async () => {
    // The times of creation and of the last arrival are in other orders than the times when the alerts began. Two
    // alerts began at the same time.
    const began = [2, 3, 1, 3].flatMap((since, index) =>
      SEVERITIES.map((severity) =>
        sampleAlert({ severity, activeSince: at(since), createTime: at(-since), lastReceiveTime: at(9 - index) }),
      ),
    )
    const { list } = await openWith(began)
    const worstFirst = SEVERITIES.flatMap((severity) => {
      const [second, first, third, alsoFirst] = began.filter((alert) => alert.severity === severity)
      const [one, other] = [first as Alert, alsoFirst as Alert].sort((a, b) => compareNames(b.id, a.id))
      return [one as Alert, other as Alert, second as Alert, third as Alert]
    })
    const sortedBy = (descending: boolean) => list({ sort: { column: 'severity', descending } })
    expect(await sortedBy(false)).toEqual(worstFirst)
    expect(await sortedBy(true)).toEqual(worstFirst.toReversed())
    const page = { sort: { column: 'severity', descending: false }, page: 2, pageSize: 5 } as const
    expect(await list(page)).toEqual(worstFirst.slice(5, 10))
  })

  it('should list by the fields of an alert as it was saved last', async () => {
    const before = sampleAlert({ severity: 'critical', text: 'old', tags: ['old'], event: 'x' })
    const other = sampleAlert({ severity: 'major', event: 'other' })
    const { find, list, store } = await openWith([before, other])
    await store.alerts.save([{ ...before, severity: 'minor', text: 'new', tags: ['new'], lastReceiveTime: at(5) }])
    for (const old of [{ text: ['old'] }, { tag: ['old'] }, { q: ['OLD'] }, { to: [at(5)], text: ['new'] }]) {
      expect(await find(old)).toEqual([])
    }
    expect(await find({ text: ['new'], tag: ['new'], q: ['NEW'], from: [at(5)] })).toEqual(['x'])
    const worstFirst = await list({ sort: { column: 'severity', descending: false } })
    expect(worstFirst.map(({ event }) => event)).toEqual(['other', 'x'])
  })

  // Helpers

  async function openWith(alerts: readonly Alert[]) {
    const { store } = await harness.open()
    await store.alerts.save(alerts)
    const list = async (query: Partial<ListQuery<ListFilter<'alerts'>, ListSort<'alerts'>>>) => {
      const { items } = await store.alerts.list({ filters: {}, sort: undefined, page: 1, pageSize: 100, ...query })
      return items
    }
    const find = async (filters: Filters<ListFilter<'alerts'>>) => (await list({ filters })).map(({ event }) => event)
    return { store, list, find }
  }
}

const ODD_NAME = '\u{1f600}'

/**
 * Generates texts of at most four characters, so that one text often contains another. Some characters change their
 * length in another case: `ß` becomes `SS`.
 */
function anyText(): fc.Arbitrary<string> {
  const unit = fc.constantFrom('a', 'A', 'ß', 'S', 'İ', 'I', 'É', 'Σ', 'ς', '\u{1f600}', '\ufffd')
  return fc.string({ unit, maxLength: 4 })
}
