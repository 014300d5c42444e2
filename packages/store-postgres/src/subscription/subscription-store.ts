import type { ListFilter } from '@opsgraph/core'
import { type ListSort, type Store, subscriptionSearchText } from '@opsgraph/core/store'
import type { Session } from '../sql/database.js'
import { readRevision, Table } from '../sql/table.js'
import { storableText } from '../sql/values.js'
import { arrivedRowsSql, arrivedValues, type WrittenColumn } from '../sql/written-columns.js'
import { owedMethods } from './owed-objects.js'
import { deliveryMethods } from './subscription-deliveries.js'

type SubscriptionStore = Store['subscriptions']
type Subscription = Parameters<SubscriptionStore['save']>[0]
type Progress = Parameters<SubscriptionStore['saveProgress']>[0][number]

const SUBSCRIPTIONS = new Table<Subscription, ListFilter<'subscriptions'>, ListSort<'subscriptions'>>({
  name: 'subscription',
  columns: {
    id: { sql: 'id' },
    name: { sql: 'name' },
    format: { sql: 'format' },
    enabled: { sql: 'enabled', type: 'boolean' },
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
    url: 'document',
    services: 'document',
    owners: 'document',
    minSeverity: 'document',
    filters: 'document',
    kinds: 'document',
    waitSeconds: 'document',
    repeatSeconds: 'document',
    unacknowledgedSeconds: 'document',
    address: 'document',
    secret: 'document',
    previousSecret: 'document',
  },
  computed: { q: { sql: 'search', match: 'contains', of: subscriptionSearchText } },
  order: ['name', 'id'],
  revision: 'subscription_revision',
})

export function postgresSubscriptionStore(session: Session): SubscriptionStore {
  return {
    ...subscriptionMethods(session),
    ...progressMethods(session),
    ...owedMethods(session),
    ...deliveryMethods(session),
  }
}

function subscriptionMethods(session: Session) {
  const { list, read, save, select } = SUBSCRIPTIONS.rowsIn(session)
  return {
    list,
    read,
    all: () => select('order by id', { name: 'all-subscriptions' }),
    version: () => readRevision(session, 'subscription_revision'),
    save: (subscription) => save([subscription]),
    // The first statement waits for transactions that add rows of the subscription. So the second one sees and deletes
    // these rows too.
    delete: (id) =>
      session.atomic(async (atomic) => {
        const isDeleted = (await SUBSCRIPTIONS.rowsIn(atomic).delete([id])) > 0
        if (isDeleted) await atomic.query({ text: DELETE_SUBSCRIPTION_SQL, values: [storableText(id)] })
        return isDeleted
      }),
  } satisfies Partial<SubscriptionStore>
}

function progressMethods(session: Session) {
  return {
    progress: async () => {
      const text = 'select id, progress from subscription where progress is not null'
      const { rows } = await session.query<readonly [string, Progress]>({ name: 'progress', text })
      return new Map(rows)
    },
    saveProgress: async (saved) => {
      if (saved.length === 0) return
      await session.query({
        name: 'save-progress',
        text: SAVE_PROGRESS_SQL,
        values: arrivedValues(PROGRESS_COLUMNS, saved),
      })
    },
  } satisfies Partial<SubscriptionStore>
}

const PROGRESS_COLUMNS: readonly WrittenColumn<Progress>[] = [
  ['id', 'text', ({ subscription }) => subscription],
  ['progress', 'json', (progress) => JSON.stringify(progress)],
]

/** Locks the rows in the order of their ids, as `addDeliveries` does, so that both cannot block each other. */
const SAVE_PROGRESS_SQL = `with stored as (
    select id from subscription where id = any($1::text[]) order by id for no key update
  )
  update subscription set progress = arrived.progress
  from ${arrivedRowsSql(PROGRESS_COLUMNS)} join stored on stored.id = arrived.id
  where subscription.id = arrived.id`

const DELETE_SUBSCRIPTION_SQL = `with forgotten as (
    delete from subscription_delivery where subscription_id = $1::text
  )
  delete from subscription_owed where subscription_id = $1::text`
