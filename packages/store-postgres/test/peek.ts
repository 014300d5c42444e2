import type { KeptRows } from '@opsgraph/store-contract'

/** Runs any statement and returns its rows. */
export type Run = (text: string) => Promise<readonly unknown[]>

/** The stored rows by table, in plain SQL that is independent of the store. */
const SELECT: { readonly [Table in keyof KeptRows]: string } = {
  relation: 'select environment, resource, parent, source, source_ref as "sourceRef" from relation',
  topology: `select id, service,
    array(select n.id from topology_node n where n.topology_id = topology.id order by n.ordinal) as nodes,
    coalesce((select json_agg(json_build_array(e.source, e.target) order by e.ordinal)
      from topology_edge e where e.topology_id = topology.id), '[]') as edges
    from topology`,
  tree: 'select topology_id as "topologyId", tree from topology_tree',
  alert: 'select id, environment, resource, event, severity from alert',
  catalog: 'select id as "serviceId", name, icon from service_catalog',
  weightPolicy: 'select id, name, status, weight, topology_id as "topologyId" from weight_policy',
  relationPolicy: 'select id, name, status, parent from relation_policy',
  webhook: 'select id, name, enabled from webhook',
  webhookHistory: `select webhook_id as "webhookId", kind, ${isoTime('received_at')} as "receivedAt" from webhook_history`,
  webhookDelivery: `select webhook_id as "webhookId", key, ${isoTime('expires')} as expires from webhook_delivery`,
  apiKey: 'select id, digest from api_key',
  audit: 'select event, user_name as "user" from audit_entry',
}

/** Times in the format of core. */
function isoTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Rows are read as one JSON document, which every driver returns unchanged. */
export function peekWith(run: Run) {
  return async <Table extends keyof KeptRows>(table: Table): Promise<readonly KeptRows[Table][]> => {
    const [row] = await run(`select coalesce(json_agg(kept), '[]') as kept from (${SELECT[table]}) as kept`)
    return (row as { readonly kept: readonly KeptRows[Table][] }).kept
  }
}

const TABLES = `relation, topology, topology_node, topology_edge, topology_tree, alert, service_catalog, weight_policy,
  relation_policy, policy_revision, webhook, webhook_tally, webhook_history, webhook_delivery, webhook_revision, api_key,
  audit_entry`

/** Bytes; the deleted rows of a table of this length would slow down the tests that follow. */
const LONG = 1_000_000

/**
 * Deletes all rows. `truncate` creates new files for a table and its indexes, which takes many times as long as deleting
 * the few rows of most tests.
 */
export const EMPTY = `do $$
  declare name regclass;
  begin
    foreach name in array '{${TABLES}}'::regclass[] loop
      execute case when pg_relation_size(name) > ${LONG} then 'truncate ' else 'delete from ' end || name;
    end loop;
  end
$$`
