import { type Filters, LIST_COLUMNS } from '@opsgraph/core'
import type { ListQuery, Page } from '@opsgraph/core/store'
import { digestOf } from '../src/alert/alert-rows.js'
import { PostgresAlertStore } from '../src/alert/postgres-alert-store.js'
import { postgresAliasStore } from '../src/relation/alias-store.js'
import { postgresRedundancyRuleStore } from '../src/relation/redundancy-rule-store.js'
import { postgresRelationStore } from '../src/relation/relation-store.js'
import { postgresApiKeyStore, postgresAuditTrail } from '../src/setting/access-stores.js'
import { postgresHeartbeatStore } from '../src/setting/heartbeat-store.js'
import { settingStores } from '../src/setting/setting-stores.js'
import type { Session } from '../src/sql/database.js'
import { postgresSubscriptionStore } from '../src/subscription/subscription-store.js'
import { postgresTopologyStore } from '../src/topology/topology-store.js'
import { postgresWebhookStore } from '../src/webhook/webhook-store.js'

/** An SQL expression whose value is different in each row. */
const ID = `kind || ' ' || at`
/**
 * Two SQL expressions. Each is the text `kind` in about half of the rows, and a text of its own in each of the other
 * rows. In the first row, both are `kind`.
 */
const OFTEN_KIND = `case when at = 1 or at % 2 = 0 then kind else ${ID} end`
const OR_KIND = `case when at % 2 = 1 then kind else ${ID} end`
const TIME = 'time'
const POLICY = {
  ...{ id: ID, name: 'kind', description: 'kind', status: 'kind', create_time: TIME, filters: `'{}'` },
} as const

/** A list, and how to add rows to it. */
export interface EarlyList {
  /** All tables that the list reads. */
  readonly tables: readonly string[]
  /** SQL that adds `count` rows. Most columns have the text `kind`; in the first row, all these columns have it. */
  readonly insert: (kind: string, count: number) => string
  /**
   * The queries of the list: without a filter, with each filter, with each pair of filters, and with all filters
   * together. Each of these queries, except those with a pair, is repeated for the second page and for every sort
   * order. The values of the filters are those of the first row of `kind`.
   */
  readonly queries: (kind: string, pageSize: number) => readonly EarlyQuery[]
}

interface EarlyQuery {
  readonly query: ListQuery<string, string>
  readonly read: (session: Session) => Promise<Page<unknown>>
}

interface Shape<Filter extends string, Sort extends string> extends Pick<EarlyList, 'tables' | 'insert'> {
  readonly filters: readonly Filter[]
  readonly sorts: readonly Sort[]
  /** The values of the filters whose value is not simply the text `kind`. */
  readonly values?: { readonly [Column in Filter]?: (kind: string) => string }
  readonly list: (session: Session, query: ListQuery<Filter, Sort>) => Promise<Page<unknown>>
}

const first = (kind: string) => `${kind} 1`
const isNew = (kind: string) => String(kind === 'new')
const oneOrThree = (kind: string) => (kind === 'new' ? '3' : '1')
const timeOf = (kind: string) => (kind === 'new' ? '2026-02-01T00:00:00.000Z' : '2026-01-01T00:00:00.000Z')
const afterTimeOf = (kind: string) => timeOf(kind).replace('01T', '02T')

/** Every list that one statement reads. */
export const EARLY_LISTS: Readonly<Record<Exclude<keyof typeof LIST_COLUMNS, 'impact' | 'resources'>, EarlyList>> = {
  relations: early({
    tables: ['relation'],
    insert: rowsOf('relation', {
      ...{ id: ID, environment: 'kind', resource: OFTEN_KIND, parent: OR_KIND, source: 'kind', source_ref: 'kind' },
      ...{ source_rank: '1', create_time: TIME, update_time: TIME },
    }),
    filters: LIST_COLUMNS.relations.filters,
    sorts: LIST_COLUMNS.relations.sorts,
    list: (session, query) => postgresRelationStore(session).list(query),
  }),
  redundancyRules: early({
    tables: ['redundancy_rule'],
    insert: rowsOf('redundancy_rule', {
      ...{ id: ID, environment: 'kind', resource: ID, source: 'kind', source_ref: 'kind', search: 'upper(kind)' },
      ...{ create_time: TIME, update_time: TIME, document: `'{}'` },
    }),
    filters: LIST_COLUMNS.redundancyRules.filters,
    sorts: LIST_COLUMNS.redundancyRules.sorts,
    values: { resource: first, q: (kind) => kind.toUpperCase() },
    list: (session, query) => postgresRedundancyRuleStore(session).list(query),
  }),
  aliases: early({
    tables: ['resource_alias'],
    insert: rowsOf('resource_alias', {
      ...{ id: ID, environment: 'kind', alias: ID, resource: OFTEN_KIND, create_time: TIME, update_time: TIME },
    }),
    filters: LIST_COLUMNS.aliases.filters,
    sorts: LIST_COLUMNS.aliases.sorts,
    values: { alias: first },
    list: (session, query) => postgresAliasStore(session).list(query),
  }),
  alerts: early({
    tables: ['alert'],
    insert: (kind, count) =>
      rowsOf('alert', {
        ...{ id: ID, environment: 'kind', resource: OFTEN_KIND, event: OR_KIND, severity: 'kind', status: 'kind' },
        ...{ create_time: TIME, last_receive_time: TIME, service: 'array[kind]', document: `'{}'` },
        ...{ text_digest: `'${digestOf(kind)}'`, tags: 'array[kind]', search: 'upper(kind)', window_id: 'kind' },
        assignee: 'kind',
      })(kind, count),
    filters: LIST_COLUMNS.alerts.filters,
    sorts: LIST_COLUMNS.alerts.sorts,
    values: { id: first, from: timeOf, to: afterTimeOf, q: (kind) => kind.toUpperCase() },
    list: (session, query) => new PostgresAlertStore(session).list(query),
  }),
  audit: early({
    tables: ['audit_entry'],
    insert: rowsOf('audit_entry', {
      ...{ id: ID, event: 'kind', type: 'kind', user_name: 'kind', resource_id: 'kind' },
      ...{ create_time: TIME, document: `'{}'` },
    }),
    filters: LIST_COLUMNS.audit.filters,
    sorts: LIST_COLUMNS.audit.sorts,
    list: (session, query) => postgresAuditTrail(session).list(query),
  }),
  topologies: early({
    tables: ['topology', 'topology_node', 'topology_edge'],
    insert: (kind, count) => `
      with nodes as (
        ${rowsOf('topology_node', {
          ...{ topology_id: ID, ordinal: '1', id: ID, kind: `'service'`, label: 'kind', icon: `''` },
          ...{ params: `'{}'`, hierarchy_config: `'{}'`, x: '0', y: '0' },
        })(kind, count)}
      ), edges as (
        ${rowsOf('topology_edge', { topology_id: ID, ordinal: '1', id: ID, source: ID, target: ID })(kind, count)}
      )
      ${rowsOf('topology', {
        ...{ id: ID, name: 'kind', description: 'kind', service: 'kind', service_kpi: 'kind', orientation: 'kind' },
        ...{ schema_version: `'${oneOrThree(kind)}'::smallint`, create_time: TIME, update_time: TIME },
      })(kind, count)}`,
    filters: LIST_COLUMNS.topologies.filters,
    sorts: LIST_COLUMNS.topologies.filters,
    values: { id: first, schemaVersion: oneOrThree, createTime: timeOf, updateTime: timeOf },
    list: (session, query) => postgresTopologyStore(session).list(query),
  }),
  webhooks: early({
    tables: ['webhook', 'webhook_tally'],
    insert: (kind, count) => `
      with tallies as (${rowsOf('webhook_tally', { id: ID })(kind, count)})
      ${rowsOf('webhook', {
        ...{ id: ID, name: 'kind', description: 'kind', source_id: 'kind', created_by: 'kind' },
        ...{ enabled: isNew(kind), create_time: TIME, update_time: TIME, document: `'{}'` },
      })(kind, count)}`,
    filters: LIST_COLUMNS.webhooks.filters,
    sorts: LIST_COLUMNS.webhooks.sorts,
    values: { id: first, enabled: isNew },
    list: (session, query) => postgresWebhookStore(session).list(query),
  }),
  subscriptions: early({
    tables: ['subscription'],
    insert: (kind, count) =>
      rowsOf('subscription', {
        ...{ id: ID, name: 'kind', format: 'kind', enabled: isNew(kind), search: 'upper(kind)' },
        ...{ create_time: TIME, update_time: TIME, document: `'{}'` },
      })(kind, count),
    filters: LIST_COLUMNS.subscriptions.filters,
    sorts: LIST_COLUMNS.subscriptions.sorts,
    values: { id: first, enabled: isNew, q: (kind) => kind.toUpperCase() },
    list: (session, query) => postgresSubscriptionStore(session).list(query),
  }),
  weightPolicies: early({
    tables: ['weight_policy'],
    insert: (kind, count) =>
      rowsOf('weight_policy', { ...POLICY, weight: oneOrThree(kind), topology_id: 'kind' })(kind, count),
    filters: LIST_COLUMNS.weightPolicies.filters,
    sorts: LIST_COLUMNS.weightPolicies.filters,
    values: { id: first, createTime: timeOf, weight: oneOrThree },
    list: (session, query) => settingStores(session).weightPolicies.list(query),
  }),
  relationPolicies: early({
    tables: ['relation_policy'],
    insert: rowsOf('relation_policy', { ...POLICY, parent: 'kind' }),
    filters: LIST_COLUMNS.relationPolicies.filters,
    sorts: LIST_COLUMNS.relationPolicies.filters,
    values: { id: first, createTime: timeOf },
    list: (session, query) => settingStores(session).relationPolicies.list(query),
  }),
  alertPolicies: early({
    tables: ['alert_policy'],
    insert: (kind, count) =>
      rowsOf('alert_policy', {
        ...{ ...POLICY, run_order: oneOrThree(kind), webhook_id: 'kind', update_time: TIME, actions: `'[]'` },
      })(kind, count),
    filters: LIST_COLUMNS.alertPolicies.filters,
    sorts: LIST_COLUMNS.alertPolicies.filters,
    values: { id: first, createTime: timeOf, updateTime: timeOf, order: oneOrThree },
    list: (session, query) => settingStores(session).alertPolicies.list(query),
  }),
  maintenance: early({
    tables: ['maintenance_window'],
    insert: rowsOf('maintenance_window', {
      ...{ id: ID, name: 'kind', created_by: 'kind', start_time: TIME, end_time: TIME, over_time: TIME },
      ...{ create_time: TIME, update_time: TIME, document: `'{}'` },
    }),
    filters: LIST_COLUMNS.maintenance.filters,
    sorts: LIST_COLUMNS.maintenance.sorts,
    values: {
      ...{ id: first, startTime: timeOf, endTime: timeOf, overTime: timeOf, createTime: timeOf, updateTime: timeOf },
    },
    list: (session, query) => settingStores(session).maintenance.list(query),
  }),
  heartbeats: early({
    tables: ['heartbeat'],
    insert: (kind, count) =>
      rowsOf('heartbeat', {
        ...{ id: ID, origin: ID, create_time: TIME, receive_time: TIME, expire_time: TIME },
        ...{ is_slow: isNew(kind), is_missed: 'false', document: `'{}'` },
      })(kind, count),
    filters: LIST_COLUMNS.heartbeats.filters,
    sorts: LIST_COLUMNS.heartbeats.sorts,
    values: { id: first, origin: first, status: (kind) => `expired ${afterTimeOf(kind)}` },
    list: (session, query) => postgresHeartbeatStore(session).list(query),
  }),
  catalog: early({
    tables: ['service_catalog'],
    insert: rowsOf('service_catalog', {
      ...{ id: ID, name: 'kind', description: 'kind', icon: 'kind', owner: 'kind', alert_impact: `'{}'` },
    }),
    filters: LIST_COLUMNS.catalog.filters,
    sorts: LIST_COLUMNS.catalog.filters,
    values: { serviceId: first },
    list: (session, query) => settingStores(session).catalog.list(query),
  }),
  apiKeys: early({
    tables: ['api_key'],
    insert: rowsOf('api_key', {
      ...{ id: ID, digest: ID, user_name: 'kind', scopes: `'[]'`, text: 'kind' },
      ...{ create_time: TIME, expire_time: TIME, last_used_time: TIME },
    }),
    filters: ['user'],
    sorts: LIST_COLUMNS.apiKeys.sorts,
    list: (session, query) => postgresApiKeyStore(session).list(query),
  }),
}

// Helpers

function early<Filter extends string, Sort extends string>(shape: Shape<Filter, Sort>): EarlyList {
  const { tables, insert, filters, sorts, values, list } = shape
  const orders = sorts.flatMap((column) => [false, true].map((descending) => ({ column, descending })))
  const few = [[], ...filters.map((filter) => [filter]), filters]
  const pairs = filters.flatMap((filter, at) => filters.slice(at + 1).map((other) => [filter, other]))
  return {
    tables,
    insert,
    queries: (kind, pageSize) => {
      const accepted = (names: readonly Filter[]): Filters<Filter> => {
        const given: Partial<Record<Filter, readonly string[]>> = {}
        for (const name of names) given[name] = [values?.[name]?.(kind) ?? kind]
        return given
      }
      const queries: readonly ListQuery<Filter, Sort>[] = [
        ...[...few, ...pairs].map((names) => ({ filters: accepted(names), sort: undefined, page: 1, pageSize })),
        ...few.map((names) => ({ filters: accepted(names), sort: undefined, page: 2, pageSize })),
        ...few.flatMap((names) => orders.map((sort) => ({ filters: accepted(names), sort, page: 1, pageSize }))),
      ]
      return queries.map((query) => ({ query, read: (session) => list(session, query) }))
    },
  }
}

/** @param columns the SQL expression of each column, from the text `kind` and the number `at` */
function rowsOf(table: string, columns: Readonly<Record<string, string>>) {
  return (kind: string, count: number) => `
    insert into ${table} (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')}
    from (select text '${kind}' as kind, at, timestamptz '${timeOf(kind)}' as time from generate_series(1, ${count}) as at) as row`
}
