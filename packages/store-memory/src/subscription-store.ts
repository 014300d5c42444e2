import type { ListFilter } from '@opsgraph/core'
import { compareNames, LIMITS, type ListSort, type Store, subscriptionSearchText } from '@opsgraph/core/store'
import type { TableAccess } from './access.js'
import { type ListColumns, listPage } from './list-page.js'
import { frozenCopy } from './table.js'
import { type LoggedDelivery, type OwedRow, objectKey, type Subscription, type Tables } from './tables.js'

type SubscriptionStore = Store['subscriptions']
type OwedKey = Parameters<SubscriptionStore['forget']>[0][number]
type OwedRowSelection = NonNullable<Parameters<SubscriptionStore['owedBy']>[1]>

export function subscriptionStore(tables: Tables, access: TableAccess): SubscriptionStore {
  return {
    ...subscriptionMethods(tables, access),
    ...owedMethods(tables, access),
    ...deliveryMethods(tables, access),
    ...progressMethods(tables, access),
  }
}

function subscriptionMethods(tables: Tables, access: TableAccess) {
  const { subscription: table, owedBySubscription, loggedBySubscription } = tables
  return {
    list: (query) => access.inSteps(() => listPage(table.rows(), query, SUBSCRIPTION_COLUMNS)),
    all: () => access(() => [...table.rows()].sort((left, right) => compareNames(left.id, right.id))),
    version: () => access(() => tables.revision.get('subscriptions')?.text ?? ''),
    read: (id) => access(() => table.get(id)),
    save: async (subscription) => {
      const row = frozenCopy(subscription)
      return access(() => {
        table.put(row)
        tables.revise('subscriptions')
      })
    },
    delete: (id) =>
      access(() => {
        if (table.remove(id) === undefined) return false
        for (const row of owedBySubscription.find(id)) tables.owed.remove(row.id)
        for (const row of loggedBySubscription.find(id)) tables.loggedDelivery.remove(row.id)
        tables.subscriptionProgress.remove(id)
        tables.revise('subscriptions')
        return true
      }),
  } satisfies Partial<SubscriptionStore>
}

/** Only one transaction runs at a time, so nothing needs to be locked. */
function owedMethods(
  { subscription, owed: table, owedByObject, owedBySubscription, dueOwed }: Tables,
  access: TableAccess,
) {
  return {
    owedOf: (kind, objects) =>
      access(() =>
        [...new Set(objects)].flatMap((object) => owedByObject.find(objectKey(kind, object)).map(toOwedRow)),
      ),
    lockOwed: (keys) => access(() => table.getAll(keys.map(owedId)).map(toOwedRow)),
    owedBy: (id, some) =>
      access(() => owedBySubscription.find(id).map(toOwedRow).filter(createOwedRowTest(some)).sort(compareObjects)),
    owedByEach: (ids, some) =>
      access(() =>
        [...new Set(ids)].flatMap((id) => owedBySubscription.find(id).map(toOwedRow)).filter(createOwedRowTest(some)),
      ),
    saveOwed: async (rows) => {
      const copies = rows.map((row) => frozenCopy({ id: owedId(row), row }))
      return access(() => {
        for (const copy of copies) if (subscription.get(copy.row.subscription) !== undefined) table.put(copy)
      })
    },
    forget: (keys) =>
      access(() => {
        for (const key of keys) table.remove(owedId(key))
      }),
    due: (now, limit) =>
      access(() => {
        const isDue = ({ due, claimedUntil }: OwedRow) =>
          due !== null && due <= now && (claimedUntil === null || claimedUntil <= now)
        const rows = dueOwed.find('').map(toOwedRow).filter(isDue).sort(compareUrgency)
        const inFlightCounts = new Map<string, number>()
        return rows.filter(({ subscription: id }) => {
          const before = inFlightCounts.get(id) ?? 0
          if (before >= limit || subscription.get(id)?.enabled !== true) return false
          inFlightCounts.set(id, before + 1)
          return true
        })
      }),
    claimed: (now) =>
      access(() => {
        const claimed = new Map<string, { readonly count: number; readonly rank: number }>()
        for (const { row } of table.rows()) {
          if (row.claimedUntil === null || row.claimedUntil <= now) continue
          const { count, rank } = claimed.get(row.subscription) ?? { count: 0, rank: row.rank }
          claimed.set(row.subscription, { count: count + 1, rank: Math.min(rank, row.rank) })
        }
        return claimed
      }),
  } satisfies Partial<SubscriptionStore>
}

function deliveryMethods({ subscription, loggedDelivery: table, loggedBySubscription }: Tables, access: TableAccess) {
  const newestFirst = (id: string) => [...loggedBySubscription.find(id)].sort(compareNewest)
  return {
    addDeliveries: async (added) => {
      const copies = added.map(frozenCopy)
      return access(() => {
        for (const delivery of copies) {
          const id = delivery.subscription
          if (subscription.get(id) === undefined) continue
          const number = Math.max(0, ...loggedBySubscription.find(id).map((row) => row.number)) + 1
          table.put(Object.freeze({ id: JSON.stringify([id, number]), number, delivery }))
          for (const old of newestFirst(id).slice(LIMITS.subscriptionDeliveries)) table.remove(old.id)
        }
      })
    },
    deliveries: (id) => access(() => newestFirst(id).map(({ delivery }) => delivery)),
  } satisfies Partial<SubscriptionStore>
}

function progressMethods({ subscription, subscriptionProgress: table }: Tables, access: TableAccess) {
  return {
    progress: () => access(() => new Map([...table.rows()].map((row) => [row.id, row.progress]))),
    saveProgress: async (saved) => {
      const copies = saved.map((each) => frozenCopy({ id: each.subscription, progress: each }))
      return access(() => {
        for (const copy of copies) if (subscription.get(copy.id) !== undefined) table.put(copy)
      })
    },
  } satisfies Partial<SubscriptionStore>
}

/** Returns the id of the row with a key. */
function owedId({ subscription, kind, object }: OwedKey): string {
  return JSON.stringify([subscription, kind, object])
}

function createOwedRowTest({ kinds, below = Number.POSITIVE_INFINITY, isOwing = false }: OwedRowSelection = {}) {
  return ({ kind, rank, due }: OwedRow) => (kinds?.includes(kind) ?? true) && rank < below && (!isOwing || due !== null)
}

function toOwedRow({ row }: { readonly row: OwedRow }): OwedRow {
  return row
}

function compareObjects(left: OwedRow, right: OwedRow): number {
  return compareNames(left.kind, right.kind) || compareNames(left.object, right.object)
}

function compareUrgency(left: OwedRow, right: OwedRow): number {
  return left.rank - right.rank || compareNames(left.due ?? '', right.due ?? '') || compareObjects(left, right)
}

function compareNewest(left: LoggedDelivery, right: LoggedDelivery): number {
  return compareNames(right.delivery.time, left.delivery.time) || right.number - left.number
}

const SUBSCRIPTION_COLUMNS: ListColumns<Subscription, ListFilter<'subscriptions'>, ListSort<'subscriptions'>> = {
  filter: {
    enabled: (row) => String(row.enabled),
    q: (row, accepted) => {
      const text = subscriptionSearchText(row)
      return Array.from(accepted).some((part) => text.includes(part))
    },
  },
  sort: { enabled: (row) => String(row.enabled) },
  compare: (left, right) => compareNames(left.name, right.name) || compareNames(left.id, right.id),
}
