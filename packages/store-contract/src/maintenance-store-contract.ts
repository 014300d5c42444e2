import { LIST_COLUMNS } from '@opsgraph/core'
import { compareCreation, EMPTY_FILTER, type Store } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { ODD_NAMES } from './odd-text.js'
import { byId } from './row-order.js'
import { at, nextId } from './sample.js'
import { ELABORATE_FILTER, LONG_TEXT, ODD_FILTER } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

type MaintenanceWindow = Parameters<Store['maintenance']['save']>[0][number]

/** Tests the guarantees of `MaintenanceStore`. */
export function maintenanceStoreContract(harness: StoreHarness): void {
  it('should keep every field of a window, and replace the window with the same id', async () => {
    const { store, peek } = await harness.open()
    const windows = [ELABORATE, sampleMaintenanceWindow(), ...ODD]
    await store.maintenance.save(windows)
    for (const window of windows) expect(await store.maintenance.read(window.id)).toEqual(window)
    expect(byId(await peek('maintenance'))).toEqual(byId(windows).map(kept))
    const changed = { ...sampleMaintenanceWindow(), id: ELABORATE.id }
    await store.maintenance.save([changed])
    expect(await store.maintenance.read(ELABORATE.id)).toEqual(changed)
    expect(await peek('maintenance')).toHaveLength(windows.length)
  })

  it('should not find or delete unknown ids', async () => {
    const { store, peek } = await harness.open()
    await store.maintenance.save([ELABORATE])
    for (const id of [nextId(), '', '\u0000', '\ud800', ELABORATE.name]) {
      expect(await store.maintenance.read(id)).toBeUndefined()
      expect(await store.maintenance.delete(id)).toBe(false)
    }
    expect(await store.maintenance.delete(ELABORATE.id)).toBe(true)
    expect(await store.maintenance.delete(ELABORATE.id)).toBe(false)
    expect(await peek('maintenance')).toEqual([])
  })

  it('should return the windows that are not over, in the order of their creation', async () => {
    const { store } = await harness.open()
    const windows = [null, at(10), at(11), null, at(9)].map((overTime, index) =>
      sampleMaintenanceWindow({ overTime, createTime: at([3, 1, 2, 0, 0][index] ?? 0) }),
    )
    await store.maintenance.save(windows)
    const pending = async (time: string) => (await store.maintenance.pending(time)).map(({ id }) => id)
    const expected = (time: string) =>
      windows
        .filter(({ overTime }) => overTime === null || overTime > time)
        .toSorted(compareCreation)
        .map(({ id }) => id)
    for (const time of [at(0), at(9), at(10), at(11), '9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z']) {
      expect(await pending(time), time).toEqual(expected(time))
    }
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { store } = await harness.open()
    const given = structuredClone(ELABORATE)
    await store.maintenance.save([given])
    tamper(given)
    tamper(await store.maintenance.read(ELABORATE.id))
    tamper(await store.maintenance.pending(at(0)))
    expect(await store.maintenance.read(ELABORATE.id)).toEqual(ELABORATE)
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: (store, rows) => store.maintenance.save(rows),
      list: (store, query) => store.maintenance.list(query),
      filters: LIST_COLUMNS.maintenance.filters,
      sorts: LIST_COLUMNS.maintenance.sorts,
      show: {
        id: (row) => row.id,
        name: (row) => row.name,
        createdBy: (row) => row.createdBy,
        startTime: (row) => row.startTime,
        endTime: (row) => row.endTime,
        overTime: (row) => row.overTime,
        createTime: (row) => row.createTime,
        updateTime: (row) => row.updateTime,
      },
      compareByDefault: compareCreation,
      nullsLast: true,
    })
  })
}

export function sampleMaintenanceWindow(fields: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  return {
    id: nextId(),
    name: 'Night',
    filters: EMPTY_FILTER,
    hurtDepth: 0,
    startTime: at(0),
    endTime: at(60),
    timezone: 'UTC',
    rrule: null,
    text: '',
    createdBy: 'ann',
    overTime: at(60),
    createTime: at(0),
    updateTime: at(0),
    ...fields,
  }
}

// Helpers

const ELABORATE = sampleMaintenanceWindow({
  name: 'Databases',
  filters: ELABORATE_FILTER,
  hurtDepth: 10,
  startTime: at(100),
  endTime: at(200),
  timezone: 'Europe/Berlin',
  rrule: 'FREQ=DAILY',
  text: 'the new release',
  createdBy: 'bob',
  overTime: null,
  createTime: at(7),
  updateTime: at(8),
})

const ODD = [
  ...ODD_NAMES.map((name) => sampleMaintenanceWindow({ name, text: name, createdBy: name, filters: ODD_FILTER })),
  sampleMaintenanceWindow({
    text: LONG_TEXT,
    startTime: '0000-01-01T00:00:00.000Z',
    overTime: '9999-12-31T23:59:59.999Z',
  }),
]

const LISTED = Array.from({ length: 13 }, (_, index) =>
  sampleMaintenanceWindow({
    name: ['weigh', 'Weigh', '\u{1f600}', '\ue000'][index % 4] ?? '',
    createdBy: ['ann', 'bob', "o'neil"][index % 3] ?? '',
    startTime: at(index % 5),
    endTime: at(30 - (index % 6)),
    overTime: index % 4 === 1 ? null : at(40 + (index % 3)),
    createTime: at(10 - (index % 7)),
    updateTime: at(20 - (index % 3)),
  }),
)

function kept({ id, name, overTime }: MaintenanceWindow) {
  return { id, name, overTime }
}
