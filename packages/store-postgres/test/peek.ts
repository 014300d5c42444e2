import type { KeptRows } from '@opsgraph/store-contract'

/** Runs any statement and returns its rows. */
export type Run = (text: string) => Promise<readonly unknown[]>

/**
 * For each table, a statement in plain SQL that selects the stored rows as a list of JSON objects. These statements do
 * not depend on the store.
 */
const SELECT: { readonly [Table in keyof KeptRows]: string } = {
  relation: objects('relation', { environment: '', resource: '', parent: '', source: '', sourceRef: 'source_ref' }),
  relationClaim: objects('relation_claim', {
    ...{ environment: '', resource: '', parent: '', source: '', sourceRef: 'source_ref' },
    ...{ firstTime: isoTime('first_time'), lastTime: isoTime('last_time'), isReplaceable: 'is_replaceable' },
  }),
  redundancyRule: objects('redundancy_rule', { id: '', environment: '', resource: '', source: '' }),
  resourceAlias: objects('resource_alias', { id: '', environment: '', alias: '', resource: '' }),
  topology: objects('topology', {
    id: '',
    service: '',
    nodes: 'array(select n.id from topology_node n where n.topology_id = topology.id order by n.ordinal)',
    edges: `coalesce((select json_agg(json_build_array(e.source, e.target) order by e.ordinal)
      from topology_edge e where e.topology_id = topology.id), '[]')`,
  }),
  tree: objects('topology_tree', { topologyId: 'topology_id', tree: '' }),
  alert: objects('alert', { id: '', environment: '', resource: '', event: '', severity: '' }),
  serviceTransition: objects('service_transition', { service: '', sequence: '', to: 'severity' }),
  catalog: objects('service_catalog', { serviceId: 'id', name: '', icon: '' }),
  weightPolicy: objects('weight_policy', { id: '', name: '', status: '', weight: '', topologyId: 'topology_id' }),
  relationPolicy: objects('relation_policy', { id: '', name: '', status: '', parent: '' }),
  alertPolicy: objects('alert_policy', {
    ...{ id: '', name: '', status: '', order: 'run_order', webhookId: 'webhook_id' },
  }),
  maintenance: objects('maintenance_window', { id: '', name: '', overTime: isoTime('over_time') }),
  webhook: objects('webhook', { id: '', name: '', enabled: '' }),
  webhookHistory: objects('webhook_history', {
    webhookId: 'webhook_id',
    kind: '',
    receivedAt: isoTime('received_at'),
  }),
  webhookDelivery: objects('webhook_delivery', { webhookId: 'webhook_id', key: '', expires: isoTime('expires') }),
  heartbeat: objects('heartbeat', { id: '', origin: '', isMissed: 'is_missed' }),
  subscription: objects('subscription', { id: '', name: '', enabled: '' }),
  subscriptionOwed: objects('subscription_owed', { subscription: 'subscription_id', kind: '', object: '', rank: '' }),
  subscriptionDelivery: objects('subscription_delivery', { subscription: 'subscription_id', id: `document ->> 'id'` }),
  apiKey: objects('api_key', { id: '', digest: '' }),
  audit: objects('audit_entry', { event: '', user: 'user_name' }),
}

/**
 * Makes a statement that selects all rows as one JSON document, which every driver returns unchanged.
 *
 * @param fields the SQL expression of each field; empty if the column has the name of the field
 */
function objects(table: string, fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, sql]) => `'${name}', ${sql || name}`)
  return `select coalesce(json_agg(json_build_object(${pairs.join(', ')})), '[]') as kept from ${table}`
}

/** An SQL expression that formats the times of a column in the same way as the core. */
function isoTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Reads rows without the store. */
export function peekWith(run: Run) {
  return async <Table extends keyof KeptRows>(table: Table): Promise<readonly KeptRows[Table][]> => {
    const [row] = await run(SELECT[table])
    return (row as { readonly kept: readonly KeptRows[Table][] }).kept
  }
}

/**
 * Tables that are longer than this number of bytes are truncated. If their rows were only deleted, the dead rows would
 * slow down the following tests.
 */
const LONG = 1_000_000

/**
 * Deletes the rows of all tables. Also marks the log of relations as incomplete, so that servers load their graphs in
 * memory anew. Short tables are not truncated: `truncate` creates new files for a table and its indexes, which takes
 * many times as long as deleting the few rows of most tests.
 */
export const EMPTY = `do $$
  declare name regclass;
  begin
    for name in
      select oid from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and relname not in ('schema_migration', 'relation_log')
      order by oid
    loop
      execute case when pg_relation_size(name) > ${LONG} then 'truncate ' else 'delete from ' end || name;
    end loop;
    update relation_log set pruned = pg_current_xact_id();
  end
$$`
