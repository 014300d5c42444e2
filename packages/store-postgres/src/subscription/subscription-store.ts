import type { ListFilter } from '@opsgraph/core'
import { type ListSort, type Store, subscriptionSearchText } from '@opsgraph/core/store'
import type { Session } from '../sql/database.js'
import { readRevision, Table } from '../sql/table.js'
import { storableText } from '../sql/values.js'
import { owedObjects } from './owed-objects.js'
import { loggedDeliveries } from './subscription-deliveries.js'

type SubscriptionStore = Store['subscriptions']
type Subscription = Parameters<SubscriptionStore['save']>[0]

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
  return { ...subscriptions(session), ...owedObjects(session), ...loggedDeliveries(session) }
}

function subscriptions(session: Session) {
  const { list, read, save, select } = SUBSCRIPTIONS.rowsIn(session)
  return {
    list,
    read,
    all: () => select('order by id', { name: 'all-subscriptions' }),
    version: () => readRevision(session, 'subscription_revision'),
    save: (subscription) => save([subscription]),
    // The second statement begins after the first one has waited for those that add rows of the subscription. So it
    // also sees the rows that they have added.
    delete: (id) =>
      session.atomic(async (atomic) => {
        const isDeleted = (await SUBSCRIPTIONS.rowsIn(atomic).delete([id])) > 0
        if (isDeleted) await atomic.query({ text: DELETE_KEPT, values: [storableText(id)] })
        return isDeleted
      }),
  } satisfies Partial<SubscriptionStore>
}

const DELETE_KEPT = `with forgotten as (
    delete from subscription_delivery where subscription_id = $1::text
  )
  delete from subscription_owed where subscription_id = $1::text`
