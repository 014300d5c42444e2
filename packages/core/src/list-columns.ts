const CATALOG = ['serviceId', 'name', 'description', 'icon'] as const
const POLICY = ['id', 'name', 'description', 'status', 'createTime'] as const
const RELATION_POLICY = [...POLICY, 'parent'] as const
const WEIGHT_POLICY = [...POLICY, 'topologyId', 'weight'] as const
const ALERT_POLICY = [...POLICY, 'order', 'webhookId', 'updateTime'] as const
const MAINTENANCE = ['id', 'name', 'createdBy', 'startTime', 'endTime', 'overTime', 'createTime', 'updateTime'] as const
const RELATION = ['environment', 'resource', 'parent', 'source', 'sourceRef'] as const
const TOPOLOGY = [
  'id',
  'name',
  'description',
  'service',
  'service_kpi',
  'orientation',
  'schemaVersion',
  'createTime',
  'updateTime',
] as const
const WEBHOOK = ['id', 'name', 'description', 'sourceId', 'enabled', 'createdBy'] as const

/**
 * The columns by which each list can be filtered and sorted (rules.md#lists). Each key is the name of a part of the
 * store (see `StoreParts`), except for `impact`.
 */
export const LIST_COLUMNS = {
  alertPolicies: { filters: ALERT_POLICY, sorts: ALERT_POLICY },
  alerts: {
    /** `service`, `tag`, `from`, `to` and `q` are not compared like the other filters (rules.md#alert-filters). */
    filters: [
      'severity',
      'status',
      'environment',
      'resource',
      'event',
      'id',
      'service',
      'text',
      'tag',
      'from',
      'to',
      'q',
    ],
    sorts: ['createTime', 'lastReceiveTime', 'severity'],
  },
  apiKeys: { filters: ['user'], sorts: ['user', 'text', 'createTime', 'expireTime', 'lastUsedTime'] },
  audit: { filters: ['event', 'type', 'user', 'resourceId'], sorts: ['createTime'] },
  catalog: { filters: CATALOG, sorts: CATALOG },
  /** Computed from alerts, topologies and the catalog. The order is fixed. */
  impact: { filters: ['severity', 'service', 'q'], sorts: [] },
  maintenance: { filters: MAINTENANCE, sorts: MAINTENANCE },
  relationPolicies: { filters: RELATION_POLICY, sorts: RELATION_POLICY },
  relations: { filters: RELATION, sorts: [...RELATION, 'createTime', 'updateTime'] },
  /** The column `severity` is not stored, but computed from the alerts of the service. */
  topologies: { filters: TOPOLOGY, sorts: [...TOPOLOGY, 'severity'] },
  webhooks: { filters: WEBHOOK, sorts: [...WEBHOOK, 'createTime', 'updateTime'] },
  weightPolicies: { filters: WEIGHT_POLICY, sorts: WEIGHT_POLICY },
} as const

type ListName = keyof typeof LIST_COLUMNS
export type ListFilter<List extends ListName> = (typeof LIST_COLUMNS)[List]['filters'][number]
export type ListSort<List extends ListName> = (typeof LIST_COLUMNS)[List]['sorts'][number]
