import { compareNames, type Store } from '@opsgraph/core/store'
import { inBatches } from '../sql/batches.js'
import { readItems, type Session } from '../sql/database.js'
import { textArray, writeTime } from '../sql/values.js'
import { arrivedRows, arrivedValues, assignColumns, namesOf, type WrittenColumn } from '../sql/written-columns.js'

type SubscriptionStore = Store['subscriptions']
type OwedRow = Parameters<SubscriptionStore['saveOwed']>[0][number]
type OwedKey = Parameters<SubscriptionStore['forget']>[0][number]
type SomeOwed = NonNullable<Parameters<SubscriptionStore['owedBy']>[1]>

const KEY: readonly WrittenColumn<OwedKey>[] = [
  ['subscription_id', 'text', ({ subscription }) => subscription],
  ['kind', 'text', ({ kind }) => kind],
  ['object', 'text', ({ object }) => object],
]
const STATE: readonly WrittenColumn<OwedRow>[] = [
  ['due', 'timestamptz', ({ due }) => due && writeTime(due)],
  ['rank', 'integer', ({ rank }) => String(rank)],
  ['claimed_until', 'timestamptz', ({ claimedUntil }) => claimedUntil && writeTime(claimedUntil)],
  ['owed', 'json', ({ owed }) => JSON.stringify(owed)],
]
const COLUMNS: readonly WrittenColumn<OwedRow>[] = [...KEY, ...STATE]

type Row = readonly [
  subscription: string,
  kind: OwedRow['kind'],
  object: string,
  due: string | null,
  rank: number,
  claimedUntil: string | null,
  owed: OwedRow['owed'],
]

function toOwed([subscription, kind, object, due, rank, claimedUntil, owed]: Row): OwedRow {
  return { subscription, kind, object, due, rank, claimedUntil, owed }
}

/** The rows of `subscription_owed`. Statements that lock several rows lock them in the order of their keys. */
export function owedObjects(session: Session) {
  return {
    owedOf: async (kind, objects) => {
      if (objects.length === 0) return []
      const values = [kind, textArray([...new Set(objects)])]
      return await readItems(session, { name: 'owed-of-objects', text: OF_OBJECTS, values }, toOwed)
    },
    lockOwed: async (keys) => {
      if (keys.length === 0) return []
      const values = arrivedValues(KEY, keys)
      return await readItems(session, { name: 'lock-owed', text: LOCK, values }, toOwed)
    },
    owedBy: async (subscription, some) => (await readOwed(session, [subscription], some)).toSorted(compareObjects),
    owedByEach: (subscriptions, some) => readOwed(session, subscriptions, some),
    saveOwed: (rows) =>
      session.atomic((atomic) =>
        inBatches(rows, (batch) => {
          const values = arrivedValues(COLUMNS, batch)
          return atomic.query({ name: 'save-owed', keepsPlan: true, text: SAVE, values })
        }),
      ),
    forget: async (keys) => {
      if (keys.length > 0) await session.query({ text: FORGET, values: arrivedValues(KEY, keys) })
    },
    due: (now, limit) => readItems(session, { name: 'due-owed', text: DUE, values: [writeTime(now), limit] }, toOwed),
    claimed: async (now) => {
      const statement = { name: 'claimed-owed', text: CLAIMED, values: [writeTime(now)] }
      const { rows } = await session.query<readonly [subscription: string, count: number, rank: number]>(statement)
      return new Map(rows.map(([subscription, count, rank]) => [subscription, { count, rank }]))
    },
  } satisfies Partial<SubscriptionStore>
}

async function readOwed(
  session: Session,
  subscriptions: readonly string[],
  { kinds, below, isOwing = false }: SomeOwed = {},
): Promise<readonly OwedRow[]> {
  if (subscriptions.length === 0) return []
  const some = kinds === undefined ? null : textArray([...kinds])
  const values = [textArray([...new Set(subscriptions)]), some, below ?? null]
  // PostgreSQL uses the partial index `subscription_owed_due` only if the statement has its condition literally.
  const statement = isOwing ? { name: 'owing-rows', text: OWING } : { name: 'kept-rows', text: KEPT }
  return await readItems(session, { ...statement, values }, toOwed)
}

function compareObjects(left: OwedRow, right: OwedRow): number {
  return compareNames(left.kind, right.kind) || compareNames(left.object, right.object)
}

const NAMES = namesOf(COLUMNS)
const IN_ORDER = `order by ${namesOf(KEY)}`

const OF_OBJECTS = `select ${NAMES} from subscription_owed
  where kind = $1::text and object = any((select $2::text[])::text[])
  ${IN_ORDER} for update`

const OF_KEYS = `(${namesOf(KEY)}) in (select * from ${arrivedRows(KEY)})`

const LOCK = `select ${NAMES} from subscription_owed where ${OF_KEYS} ${IN_ORDER} for update`

const KEPT = `select ${NAMES} from subscription_owed
  where subscription_id = any((select $1::text[])::text[])
    and ($2::text[] is null or kind = any((select $2::text[])::text[]))
    and rank < coalesce($3::integer, 2147483647)`

const OWING = `${KEPT} and due is not null`

/** The lock prevents the deletion of a subscription while its rows are added, but not other changes of it. */
const SAVE = `with stored as (
    select id from subscription where id = any($1::text[]) order by id for key share
  )
  insert into subscription_owed (${NAMES})
  select arrived.* from ${arrivedRows(COLUMNS)} join stored on stored.id = arrived.subscription_id
  order by arrived.subscription_id collate "C", arrived.kind collate "C", arrived.object collate "C"
  on conflict (${namesOf(KEY)}) do update set ${assignColumns(STATE, 'excluded')}`

const FORGET = `with leaving as (
    select ${namesOf(KEY)} from subscription_owed where ${OF_KEYS} ${IN_ORDER} for update
  )
  delete from subscription_owed using leaving
  where ${KEY.map(([name]) => `subscription_owed.${name} = leaving.${name}`).join(' and ')}`

/** The index finds the rows of each subscription that are due, and does not read rows that are due later. */
const DUE = `select due.*
  from subscription cross join lateral (
    select ${NAMES} from subscription_owed
    where subscription_id = subscription.id and due <= $1::timestamptz
      and (claimed_until is null or claimed_until <= $1::timestamptz)
    order by rank, due, kind, object
    limit $2::bigint
    for update skip locked
  ) as due
  where subscription.enabled
  order by due.rank, due.due, due.kind, due.object, due.subscription_id`

const CLAIMED = `select subscription_id, count(*), min(rank) from subscription_owed
  where claimed_until > $1::timestamptz group by subscription_id`
