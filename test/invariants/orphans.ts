/** References: a table, its column, and the table to which the column refers. `null` refers to no row. */
const REFERENCES = [
  ['topology_node', 'topology_id', 'topology'],
  ['topology_edge', 'topology_id', 'topology'],
  ['topology_tree', 'topology_id', 'topology'],
  ['weight_policy', 'topology_id', 'topology'],
  ['alert_policy', 'webhook_id', 'webhook'],
  ['webhook_tally', 'id', 'webhook'],
  ['webhook', 'id', 'webhook_tally'],
  ['webhook_history', 'webhook_id', 'webhook'],
  ['webhook_delivery', 'webhook_id', 'webhook'],
  ['subscription_owed', 'subscription_id', 'subscription'],
  ['subscription_delivery', 'subscription_id', 'subscription'],
] as const

export const ORPHANS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    REFERENCES.map(([table, column, other]) => [
      `${table}.${column} names no ${other}`,
      `select ${column} from ${table} where ${column} is not null
         and not exists (select from ${other} where ${other}.id = ${table}.${column})`,
    ]),
  ),
  'an edge ends at a node that its topology does not have': `select edge.topology_id, edge.id
    from topology_edge as edge cross join lateral (values (edge.source), (edge.target)) as ends (node)
    where not exists (
      select from topology_node where topology_node.id = ends.node and topology_node.topology_id = edge.topology_id)`,
}
