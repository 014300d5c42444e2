/** The unique keys of each table. Statements check them, because a unique index may be corrupt. */
const KEYS = [
  ['relation', 'environment, resource, parent'],
  ['relation', 'id'],
  ['alert', 'environment, resource, event'],
  ['alert', 'id'],
  ['api_key', 'id'],
  ['api_key', 'digest'],
  ['audit_entry', 'id'],
  ['service_catalog', 'id'],
  ['relation_policy', 'id'],
  ['weight_policy', 'id'],
  ['alert_policy', 'id'],
  ['maintenance_window', 'id'],
  ['topology', 'id'],
  ['topology_node', 'id'],
  ['topology_edge', 'topology_id, id'],
  ['topology_edge', 'topology_id, source, target'],
  ['topology_node', 'topology_id, ordinal'],
  ['topology_edge', 'topology_id, ordinal'],
  ['topology_tree', 'topology_id'],
  ['webhook', 'id'],
  ['webhook_tally', 'id'],
  ['webhook_history', 'webhook_id, kind, slot'],
  ['webhook_history', 'webhook_id, kind, sequence'],
  ['webhook_delivery', 'webhook_id, key'],
  ['policy_revision', 'id'],
  ['webhook_revision', 'id'],
  ['schema_migration', 'version'],
] as const

export const UNIQUE_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  KEYS.map(([table, columns]) => [
    `two rows of ${table} share ${columns}`,
    `select ${columns}, count(*) as rows from ${table} group by ${columns} having count(*) > 1`,
  ]),
)
