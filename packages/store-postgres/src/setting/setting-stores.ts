import type { AlertPolicy, CatalogService, ListFilter, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import type { AlertPolicyStore, PolicyStore, RelationPolicyStore, Store, WeightPolicyStore } from '@opsgraph/core/store'
import { readFirstValue, type Session } from '../sql/database.js'
import { Table } from '../sql/table.js'
import { textArray, writeTime } from '../sql/values.js'

/** The parts of the store with what people configure. */
export function settingStores(session: Session) {
  return {
    catalog: catalogStore(session),
    weightPolicies: weightPolicyStore(session),
    relationPolicies: relationPolicyStore(session),
    alertPolicies: alertPolicyStore(session),
    maintenance: maintenanceStore(session),
  }
}

/** The columns that the tables of all kinds of policies have in common. */
const POLICY_COLUMNS = {
  id: { sql: 'id' },
  name: { sql: 'name' },
  description: { sql: 'description' },
  status: { sql: 'status' },
  createTime: { sql: 'create_time', type: 'time' },
  filters: { sql: 'filters', type: 'json' },
} as const

const WEIGHT_POLICIES = new Table<WeightPolicy, ListFilter<'weightPolicies'>>({
  name: 'weight_policy',
  columns: {
    ...POLICY_COLUMNS,
    weight: { sql: 'weight', type: 'float' },
    topologyId: { sql: 'topology_id', nullsLast: true },
  },
  order: ['create_time', 'id'],
  revision: 'policy_revision',
})

const RELATION_POLICIES = new Table<RelationPolicy, ListFilter<'relationPolicies'>>({
  name: 'relation_policy',
  columns: { ...POLICY_COLUMNS, parent: { sql: 'parent' } },
  order: ['create_time', 'id'],
  revision: 'policy_revision',
})

const ALERT_POLICIES = new Table<AlertPolicy, ListFilter<'alertPolicies'>>({
  name: 'alert_policy',
  columns: {
    ...POLICY_COLUMNS,
    order: { sql: 'run_order', type: 'number' },
    webhookId: { sql: 'webhook_id', nullsLast: true },
    updateTime: { sql: 'update_time', type: 'time' },
    actions: { sql: 'actions', type: 'json' },
  },
  order: ['run_order', 'create_time', 'id'],
  revision: 'policy_revision',
})

function policyStore<Kind extends Policy, Column extends keyof Kind & string>(
  session: Session,
  table: Table<Kind, Column>,
): PolicyStore<Kind, Column> {
  const { select, ...policies } = table.rowsIn(session)
  const { name, order } = table.listed
  return {
    ...policies,
    active: () => select(`where status = 'active' order by ${order.join(', ')}`, { name: `active-${name}` }),
    lastCreateTime: () => {
      const text = `select create_time from ${name} order by create_time desc limit 1`
      return readFirstValue(session, { name: `last-${name}`, text })
    },
  }
}

function weightPolicyStore(session: Session): WeightPolicyStore {
  const { select } = WEIGHT_POLICIES.rowsIn(session)
  return {
    ...policyStore(session, WEIGHT_POLICIES),
    ofTopologies: (topologyIds) =>
      select('where topology_id = any((select $1::text[])::text[])', {
        name: 'weight-policies-of-topologies',
        values: [textArray(topologyIds)],
      }),
    global: () => select('where topology_id is null', { name: 'global-weight-policies' }),
    // Uses a subquery, because a hash index supports only lookups of one name, not `= any` of a list.
    named: (names) =>
      select('where name in (select unnest($1::text[]))', {
        name: 'weight-policies-named',
        values: [textArray(names)],
      }),
    release: async (topologyIds) => {
      await session.query({
        name: 'release-weight-policies',
        text: RELEASE_POLICIES_SQL,
        values: [textArray(topologyIds)],
      })
    },
  }
}

/**
 * Sets no new revision, so it may run at the same time as `save` and `delete`. To prevent deadlocks, it locks rows in
 * the same order as they do: by id.
 */
const RELEASE_POLICIES_SQL = `with released as (
    select id from weight_policy where topology_id = any((select $1::text[])::text[])
    order by id
    for update
  )
  update weight_policy set topology_id = null from released where weight_policy.id = released.id`

function relationPolicyStore(session: Session): RelationPolicyStore {
  return policyStore(session, RELATION_POLICIES)
}

function alertPolicyStore(session: Session): AlertPolicyStore {
  const { select } = ALERT_POLICIES.rowsIn(session)
  return {
    ...policyStore(session, ALERT_POLICIES),
    ofWebhooks: (webhookIds) =>
      select('where webhook_id = any((select $1::text[])::text[])', {
        name: 'alert-policies-of-webhooks',
        values: [textArray(webhookIds)],
      }),
  }
}

const CATALOG = new Table<CatalogService, ListFilter<'catalog'>>({
  name: 'service_catalog',
  columns: {
    serviceId: { sql: 'id' },
    name: { sql: 'name' },
    description: { sql: 'description' },
    icon: { sql: 'icon' },
    owner: { sql: 'owner' },
    runbook: { sql: 'runbook' },
    links: { sql: 'links', type: 'json' },
    alertImpact: { sql: 'alert_impact', type: 'json' },
  },
  order: ['id'],
})

function catalogStore(session: Session): Store['catalog'] {
  const { select: _, ...services } = CATALOG.rowsIn(session)
  return services
}

type MaintenanceStore = Store['maintenance']
type MaintenanceWindow = Parameters<MaintenanceStore['save']>[0][number]

const WINDOWS = new Table<MaintenanceWindow, ListFilter<'maintenance'>>({
  name: 'maintenance_window',
  columns: {
    id: { sql: 'id' },
    name: { sql: 'name' },
    createdBy: { sql: 'created_by' },
    startTime: { sql: 'start_time', type: 'time' },
    endTime: { sql: 'end_time', type: 'time' },
    overTime: { sql: 'over_time', type: 'time', nullsLast: true },
    createTime: { sql: 'create_time', type: 'time' },
    updateTime: { sql: 'update_time', type: 'time' },
    filters: 'document',
    hurtDepth: 'document',
    timezone: 'document',
    rrule: 'document',
    text: 'document',
  },
  order: ['create_time', 'id'],
  revision: 'policy_revision',
})

function maintenanceStore(session: Session): MaintenanceStore {
  const { list, read, version, save, ...windows } = WINDOWS.rowsIn(session)
  return {
    list,
    read,
    version,
    save,
    pending: (time) =>
      windows.select('where over_time > $1::timestamptz or over_time is null order by create_time, id', {
        name: 'pending-maintenance',
        values: [writeTime(time)],
      }),
    delete: async (id) => (await windows.delete([id])) > 0,
  }
}
