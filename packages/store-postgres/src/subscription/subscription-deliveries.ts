import { LIMITS, type Store } from '@opsgraph/core/store'
import { runInBatches } from '../sql/batches.js'
import { readItems, type Session } from '../sql/database.js'
import { storableText, textArray, writeTime } from '../sql/values.js'
import { arrivedRowsSql, arrivedValues, columnNamesSql, type WrittenColumn } from '../sql/written-columns.js'

type SubscriptionStore = Store['subscriptions']
type Delivery = Parameters<SubscriptionStore['addDeliveries']>[0][number]

/** A delivery, and its number in the list of the call. */
type NumberedDelivery = readonly [delivery: Delivery, place: number]

const DELIVERY_COLUMNS: readonly WrittenColumn<NumberedDelivery>[] = [
  ['subscription_id', 'text', ([{ subscription }]) => subscription],
  ['time', 'timestamptz', ([{ time }]) => writeTime(time)],
  ['document', 'json', ([delivery]) => JSON.stringify(documentOf(delivery))],
]
const ARRIVED_COLUMNS: readonly WrittenColumn<NumberedDelivery>[] = [
  ...DELIVERY_COLUMNS,
  ['place', 'integer', ([, place]) => String(place)],
]

/** Returns the fields that no statement compares. */
function documentOf({ subscription, time, ...document }: Delivery) {
  return document
}

/** The rows of `subscription_delivery`. */
export function deliveryMethods(session: Session) {
  return {
    addDeliveries: (deliveries) =>
      session.atomic((atomic) =>
        runInBatches(deliveries, async (batch) => {
          const values = arrivedValues(
            ARRIVED_COLUMNS,
            batch.map((delivery, place): NumberedDelivery => [delivery, place]),
          )
          await atomic.query({ name: 'add-deliveries', keepsPlan: true, text: ADD_DELIVERIES_SQL, values })
          const subscriptionIds = [...new Set(batch.map(({ subscription }) => subscription))]
          await atomic.query({ name: 'drop-deliveries', text: DELETE_OLD_SQL, values: [textArray(subscriptionIds)] })
        }),
      ),
    deliveries: (subscription) => {
      const statement = { name: 'deliveries', text: SELECT_NEWEST_SQL, values: [storableText(subscription)] }
      return readItems<readonly [string, string, ReturnType<typeof documentOf>], Delivery>(
        session,
        statement,
        ([id, time, document]) => ({ subscription: id, time, ...document }),
      )
    },
  } satisfies Partial<SubscriptionStore>
}

/**
 * Locks the subscriptions first, in the order of their ids. So none of them is deleted meanwhile, and the next
 * statement sees the deliveries that other transactions have added.
 */
const ADD_DELIVERIES_SQL = `with stored as (
    select id from subscription where id = any($1::text[]) order by id for no key update
  )
  insert into subscription_delivery (${columnNamesSql(DELIVERY_COLUMNS)})
  select ${columnNamesSql(DELIVERY_COLUMNS)} from ${arrivedRowsSql(ARRIVED_COLUMNS)} join stored on stored.id = arrived.subscription_id
  order by place`

const DELETE_OLD_SQL = `delete from subscription_delivery where (subscription_id, number) in (
    select subscription_id, number from (
      select subscription_id, number,
        row_number() over (partition by subscription_id order by time desc, number desc) as place
      from subscription_delivery where subscription_id = any((select $1::text[])::text[])
    ) as placed where place > ${LIMITS.subscriptionDeliveries}
  )`

const SELECT_NEWEST_SQL = `select subscription_id, time, document from subscription_delivery
  where subscription_id = $1::text
  order by time desc, number desc`
