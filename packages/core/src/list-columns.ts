import type { Scope } from './access/scope.js'
import { ALERT_STATUSES } from './alert/alert-status.js'
import { SEVERITIES } from './alert/severity.js'
import { AUDIT_TYPES } from './audit/audit-entry.js'
import { HEARTBEAT_STATUSES } from './heartbeat/heartbeat.js'
import { POLICY_STATUSES } from './policy/policy.js'
import { RELATION_SOURCES } from './relation/relation-source.js'
import { SUBSCRIPTION_FORMATS } from './subscription/subscription.js'
import { ORIENTATIONS } from './topology/topology.js'

const CATALOG_COLUMNS = ['serviceId', 'name', 'description', 'icon', 'owner'] as const
const POLICY_COLUMNS = ['id', 'name', 'description', 'status', 'createTime'] as const
const RELATION_POLICY_COLUMNS = [...POLICY_COLUMNS, 'parent'] as const
const WEIGHT_POLICY_COLUMNS = [...POLICY_COLUMNS, 'topologyId', 'weight'] as const
const ALERT_POLICY = [...POLICY_COLUMNS, 'order', 'webhookId', 'updateTime'] as const
const MAINTENANCE_COLUMNS = [
  'id',
  'name',
  'createdBy',
  'startTime',
  'endTime',
  'overTime',
  'createTime',
  'updateTime',
] as const
const RELATION_COLUMNS = ['environment', 'resource', 'parent', 'source', 'sourceRef'] as const
const ALIAS_COLUMNS = ['environment', 'alias', 'resource'] as const
const REDUNDANCY_RULE_COLUMNS = ['environment', 'resource', 'source', 'sourceRef'] as const
const TOPOLOGY_COLUMNS = [
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
const WEBHOOK_COLUMNS = ['id', 'name', 'description', 'sourceId', 'enabled', 'createdBy'] as const

const POLICY_COLUMN_VALUES = { status: POLICY_STATUSES }

/** A list of the configuration, whose changes are events of the kind `config` (rules.md#events-4). */
interface ConfigKind {
  /** The scope that a caller needs to read the list. */
  readonly scope: Scope
  /** Whether every change of the list also changes the `PolicyRevision`. */
  readonly isRevised?: true
}

/** Describes one list. */
interface ListColumns {
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
  /** The filters that accept only certain values, with these values. */
  readonly closed: Readonly<Record<string, readonly string[]>>
  /** The filters that have only one value. */
  readonly single?: readonly string[]
  /** The kind of configuration that the list contains; missing = the list contains no configuration. */
  readonly config?: ConfigKind
}

/**
 * The columns by which each list can be filtered and sorted (rules.md#lists). Each key is the name of a part of the
 * store (see `StoreParts`), except for `impact`.
 */
export const LIST_COLUMNS = {
  alertPolicies: {
    filters: ALERT_POLICY,
    sorts: ALERT_POLICY,
    closed: POLICY_COLUMN_VALUES,
    config: { scope: 'read:service_topologies', isRevised: true },
  },
  alerts: {
    /** `service`, `tag`, `window`, `from`, `to` and `q` have comparisons of their own (rules.md#alert-filters). */
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
      'window',
      'assignee',
      'from',
      'to',
      'q',
    ],
    sorts: ['createTime', 'lastReceiveTime', 'severity', 'assignee'],
    closed: { severity: SEVERITIES, status: ALERT_STATUSES },
    single: ['from', 'to'],
  },
  aliases: {
    filters: ALIAS_COLUMNS,
    sorts: ALIAS_COLUMNS,
    closed: {},
    config: { scope: 'read:service_topologies', isRevised: true },
  },
  apiKeys: {
    filters: ['user'],
    sorts: ['user', 'text', 'createTime', 'expireTime', 'lastUsedTime'],
    closed: {},
    config: { scope: 'read:keys' },
  },
  audit: {
    filters: ['event', 'type', 'user', 'resourceId'],
    sorts: ['createTime'],
    closed: { event: Object.keys(AUDIT_TYPES), type: [...new Set(Object.values(AUDIT_TYPES))] },
  },
  catalog: {
    filters: CATALOG_COLUMNS,
    sorts: CATALOG_COLUMNS,
    closed: {},
    config: { scope: 'read:service_catalog' },
  },
  /** The column `status` is not stored, but computed from the current time. */
  heartbeats: {
    filters: ['id', 'origin', 'status'],
    sorts: ['origin', 'createTime', 'receiveTime', 'expireTime'],
    closed: { status: HEARTBEAT_STATUSES },
  },
  /** Computed from alerts, topologies and the catalog. The order is fixed. */
  impact: { filters: ['severity', 'service', 'owner', 'q'], sorts: [], closed: { severity: SEVERITIES } },
  maintenance: {
    filters: MAINTENANCE_COLUMNS,
    sorts: MAINTENANCE_COLUMNS,
    closed: {},
    config: { scope: 'read:alerts', isRevised: true },
  },
  redundancyRules: {
    /** `q` has a comparison of its own (rules.md#redundancy-rules). */
    filters: [...REDUNDANCY_RULE_COLUMNS, 'q'],
    sorts: [...REDUNDANCY_RULE_COLUMNS, 'createTime', 'updateTime'],
    closed: { source: RELATION_SOURCES },
    config: { scope: 'read:service_topologies' },
  },
  relationPolicies: {
    filters: RELATION_POLICY_COLUMNS,
    sorts: RELATION_POLICY_COLUMNS,
    closed: POLICY_COLUMN_VALUES,
    config: { scope: 'read:service_topologies', isRevised: true },
  },
  relations: {
    filters: RELATION_COLUMNS,
    sorts: [...RELATION_COLUMNS, 'createTime', 'updateTime'],
    closed: { source: RELATION_SOURCES },
  },
  /** Computed from relations, topologies, rules and alerts. The order is fixed. */
  resources: { filters: ['environment', 'q'], sorts: [], closed: {} },
  subscriptions: {
    /** `q` has a comparison of its own (rules.md#subscriptions). */
    filters: ['id', 'name', 'format', 'enabled', 'q'],
    sorts: ['id', 'name', 'format', 'enabled', 'createTime', 'updateTime'],
    closed: { format: SUBSCRIPTION_FORMATS, enabled: ['1', 'true', '0', 'false'] },
    config: { scope: 'read:subscriptions' },
  },
  /** The column `severity` is not stored, but computed from the alerts of the service. */
  topologies: {
    filters: TOPOLOGY_COLUMNS,
    sorts: [...TOPOLOGY_COLUMNS, 'severity'],
    closed: { orientation: ORIENTATIONS, schemaVersion: ['1', '2'] },
  },
  webhooks: {
    filters: WEBHOOK_COLUMNS,
    sorts: [...WEBHOOK_COLUMNS, 'createTime', 'updateTime'],
    closed: { enabled: ['1', 'true', '0', 'false'] },
    config: { scope: 'read:webhook_configs' },
  },
  weightPolicies: {
    filters: WEIGHT_POLICY_COLUMNS,
    sorts: WEIGHT_POLICY_COLUMNS,
    closed: POLICY_COLUMN_VALUES,
    config: { scope: 'read:service_topologies', isRevised: true },
  },
} as const satisfies Readonly<Record<string, ListColumns>>

type ListName = keyof typeof LIST_COLUMNS
export type ListFilter<List extends ListName> = (typeof LIST_COLUMNS)[List]['filters'][number]
export type ListSort<List extends ListName> = (typeof LIST_COLUMNS)[List]['sorts'][number]

/** The name of a list of the configuration. An event of the kind `config` has it as its id. */
export type ConfigList = {
  [List in ListName]: (typeof LIST_COLUMNS)[List] extends { readonly config: ConfigKind } ? List : never
}[ListName]

/** The lists of the configuration, each with what a reader needs. */
export const CONFIG_KINDS = Object.fromEntries(
  Object.entries<ListColumns>(LIST_COLUMNS).flatMap(([list, { config }]) =>
    config === undefined ? [] : [[list, config]],
  ),
) as Readonly<Record<ConfigList, ConfigKind>>

export const CONFIG_LISTS = Object.keys(CONFIG_KINDS) as readonly ConfigList[]

export function isConfigList(name: string): name is ConfigList {
  return Object.hasOwn(CONFIG_KINDS, name)
}
