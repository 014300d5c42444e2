import { compareNames, type Store } from '@opsgraph/core/store'
import { runInBatches } from '../sql/batches.js'
import { readItems, type Session } from '../sql/database.js'
import { rowFormat } from '../sql/row-format.js'
import { textArray, writeTime } from '../sql/values.js'
import { arrivedRowsSql, arrivedValues, assignColumnsSql } from '../sql/written-columns.js'

type SubscriptionStore = Store['subscriptions']
type OwedRow = Parameters<SubscriptionStore['saveOwed']>[0][number]
type OwedKey = Parameters<SubscriptionStore['forget']>[0][number]
type OwedRowSelection = NonNullable<Parameters<SubscriptionStore['owedBy']>[1]>

const KEY_COLUMNS = { subscription: { sql: 'subscription_id' }, kind: { sql: 'kind' }, object: { sql: 'object' } }
const OWED_KEY = rowFormat<OwedKey>(KEY_COLUMNS)
const OWED_ROW = rowFormat<OwedRow>({
  ...KEY_COLUMNS,
  due: { sql: 'due', type: 'time' },
  rank: { sql: 'rank', type: 'number' },
  claimedUntil: { sql: 'claimed_until', type: 'time' },
  owed: { sql: 'owed', type: 'json' },
})
const STATE_COLUMNS = OWED_ROW.written.slice(OWED_KEY.written.length)

/** The rows of `subscription_owed`. Statements that lock several rows lock them in the order of their keys. */
export function owedMethods(session: Session) {
  return {
    owedOf: async (kind, objects) => {
      if (objects.length === 0) return []
      const values = [kind, textArray([...new Set(objects)])]
      return await readItems(session, { name: 'owed-of-objects', text: SELECT_OF_OBJECTS_SQL, values }, OWED_ROW.toItem)
    },
    lockOwed: async (keys) => {
      if (keys.length === 0) return []
      const values = arrivedValues(OWED_KEY.written, keys)
      return await readItems(session, { name: 'lock-owed', text: LOCK_OWED_SQL, values }, OWED_ROW.toItem)
    },
    owedBy: async (subscription, some) => (await readOwed(session, [subscription], some)).toSorted(compareObjects),
    owedByEach: (subscriptions, some) => readOwed(session, subscriptions, some),
    saveOwed: (rows) =>
      session.atomic((atomic) =>
        runInBatches(rows, (batch) => {
          const values = arrivedValues(OWED_ROW.written, batch)
          return atomic.query({ name: 'save-owed', keepsPlan: true, text: SAVE_OWED_SQL, values })
        }),
      ),
    forget: async (keys) => {
      if (keys.length > 0) await session.query({ text: DELETE_OWED_SQL, values: arrivedValues(OWED_KEY.written, keys) })
    },
    due: (now, limit) =>
      readItems(session, { name: 'due-owed', text: SELECT_DUE_SQL, values: [writeTime(now), limit] }, OWED_ROW.toItem),
    claimed: async (now) => {
      const statement = { name: 'claimed-owed', text: SELECT_CLAIMED_SQL, values: [writeTime(now)] }
      const { rows } = await session.query<readonly [subscription: string, count: number, rank: number]>(statement)
      return new Map(rows.map(([subscription, count, rank]) => [subscription, { count, rank }]))
    },
  } satisfies Partial<SubscriptionStore>
}

async function readOwed(
  session: Session,
  subscriptions: readonly string[],
  { kinds, below, isOwing = false }: OwedRowSelection = {},
): Promise<readonly OwedRow[]> {
  if (subscriptions.length === 0) return []
  const some = kinds === undefined ? null : textArray([...kinds])
  const values = [textArray([...new Set(subscriptions)]), some, below ?? null]
  // PostgreSQL uses the partial index `subscription_owed_due` only if the statement has its condition literally.
  const statement = isOwing
    ? { name: 'owing-rows', text: SELECT_OWING_SQL }
    : { name: 'kept-rows', text: SELECT_OF_SUBSCRIPTIONS_SQL }
  return await readItems(session, { ...statement, values }, OWED_ROW.toItem)
}

function compareObjects(left: OwedRow, right: OwedRow): number {
  return compareNames(left.kind, right.kind) || compareNames(left.object, right.object)
}

const IN_ORDER_SQL = `order by ${OWED_KEY.names}`

const SELECT_OF_OBJECTS_SQL = `select ${OWED_ROW.names} from subscription_owed
  where kind = $1::text and object = any((select $2::text[])::text[])
  ${IN_ORDER_SQL} for update`

const IS_OF_KEYS_SQL = `(${OWED_KEY.names}) in (select * from ${arrivedRowsSql(OWED_KEY.written)})`

const LOCK_OWED_SQL = `select ${OWED_ROW.names} from subscription_owed where ${IS_OF_KEYS_SQL} ${IN_ORDER_SQL} for update`

const SELECT_OF_SUBSCRIPTIONS_SQL = `select ${OWED_ROW.names} from subscription_owed
  where subscription_id = any((select $1::text[])::text[])
    and ($2::text[] is null or kind = any((select $2::text[])::text[]))
    and rank < coalesce($3::integer, 2147483647)`

const SELECT_OWING_SQL = `${SELECT_OF_SUBSCRIPTIONS_SQL} and due is not null`

/** The lock prevents the deletion of a subscription while its rows are added, but not other changes of it. */
const SAVE_OWED_SQL = `with stored as (
    select id from subscription where id = any($1::text[]) order by id for key share
  )
  insert into subscription_owed (${OWED_ROW.names})
  select arrived.* from ${arrivedRowsSql(OWED_ROW.written)} join stored on stored.id = arrived.subscription_id
  order by arrived.subscription_id collate "C", arrived.kind collate "C", arrived.object collate "C"
  on conflict (${OWED_KEY.names}) do update set ${assignColumnsSql(STATE_COLUMNS, 'excluded')}`

const DELETE_OWED_SQL = `with leaving as (
    select ${OWED_KEY.names} from subscription_owed where ${IS_OF_KEYS_SQL} ${IN_ORDER_SQL} for update
  )
  delete from subscription_owed using leaving
  where ${OWED_KEY.written.map(([name]) => `subscription_owed.${name} = leaving.${name}`).join(' and ')}`

/** The index finds the rows of each subscription that are due, and does not read rows that are due later. */
const SELECT_DUE_SQL = `select due.*
  from subscription cross join lateral (
    select ${OWED_ROW.names} from subscription_owed
    where subscription_id = subscription.id and due <= $1::timestamptz
      and (claimed_until is null or claimed_until <= $1::timestamptz)
    order by rank, due, kind, object
    limit $2::bigint
    for update skip locked
  ) as due
  where subscription.enabled
  order by due.rank, due.due, due.kind, due.object, due.subscription_id`

const SELECT_CLAIMED_SQL = `select subscription_id, count(*), min(rank) from subscription_owed
  where claimed_until > $1::timestamptz group by subscription_id`
