import { GRAPH_AND_ALERTS_SQL } from './graph-and-alerts.js'

/** API keys; not sharded in a distributed database. Only the digest of a secret is stored. */
const ACCESS_SQL = `
create table api_key (
  id text collate "C" primary key,
  digest text collate "C" not null unique,
  user_name text collate "C" not null,
  scopes json not null,
  text text collate "C" not null,
  create_time timestamptz(3) not null,
  expire_time timestamptz(3),
  last_used_time timestamptz(3)
);
create index api_key_user on api_key using hash (user_name);
create index api_key_create_time on api_key (create_time, id);
`

/**
 * The audit trail. The index of each filter also contains the columns of the sort order, so that lists of the growing
 * table need no sorting.
 */
const AUDIT_SQL = `
create table audit_entry (
  create_time timestamptz(3) not null,
  id text collate "C" not null,
  event text collate "C" not null,
  type text collate "C" not null,
  user_name text collate "C" not null,
  resource_id text collate "C",
  document json not null
);
create index audit_entry_create_time on audit_entry (create_time, id);
create index audit_entry_event on audit_entry (event, create_time, id);
create index audit_entry_type on audit_entry (type, create_time, id);
create index audit_entry_user on audit_entry (user_name, create_time, id);
create index audit_entry_resource on audit_entry (resource_id, create_time, id);
`

/** The service catalog; not sharded in a distributed database. `id` is the serviceId. */
const CATALOG_SQL = `
create table service_catalog (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  icon text collate "C" not null,
  alert_impact json not null
);
create index service_catalog_name on service_catalog using hash (name);
create index service_catalog_description on service_catalog using hash (description);
create index service_catalog_icon on service_catalog using hash (icon);
`

/**
 * Policies of all kinds; not sharded in a distributed database. `policy_revision` is empty until the first policy is
 * saved, and then has one row. Every save or delete of policies first writes this row. So concurrent saves and deletes
 * wait for each other there, before they lock any policy. The column `run_order` has the field `order` of an alert
 * policy, because `order` is a reserved word of SQL.
 */
const POLICY_SQL = `
create table weight_policy (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  status text collate "C" not null,
  create_time timestamptz(3) not null,
  weight double precision not null,
  topology_id text collate "C",
  filters json not null
);
create index weight_policy_name on weight_policy using hash (name);
create index weight_policy_description on weight_policy using hash (description);
create index weight_policy_status on weight_policy (status, create_time, id);
create index weight_policy_create_time on weight_policy (create_time, id);
create index weight_policy_weight on weight_policy (weight, id);
create index weight_policy_topology on weight_policy (topology_id, id);

create table relation_policy (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  status text collate "C" not null,
  create_time timestamptz(3) not null,
  parent text collate "C" not null,
  filters json not null
);
create index relation_policy_name on relation_policy using hash (name);
create index relation_policy_description on relation_policy using hash (description);
create index relation_policy_status on relation_policy (status, create_time, id);
create index relation_policy_create_time on relation_policy (create_time, id);
create index relation_policy_parent on relation_policy (parent, id);

create table alert_policy (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  status text collate "C" not null,
  create_time timestamptz(3) not null,
  run_order integer not null,
  webhook_id text collate "C",
  update_time timestamptz(3) not null,
  filters json not null,
  actions json not null
);
create index alert_policy_name on alert_policy using hash (name);
create index alert_policy_description on alert_policy using hash (description);
create index alert_policy_status on alert_policy (status, run_order, create_time, id);
create index alert_policy_order on alert_policy (run_order, create_time, id);
create index alert_policy_create_time on alert_policy (create_time, id);
create index alert_policy_update_time on alert_policy (update_time, id);
create index alert_policy_webhook on alert_policy (webhook_id, id);

create table policy_revision (
  id boolean primary key default true check (id),
  revision uuid not null
);
`

/** Maintenance windows; not sharded in a distributed database. `document` has the fields that no list uses. */
const MAINTENANCE_SQL = `
create table maintenance_window (
  id text collate "C" primary key,
  name text collate "C" not null,
  created_by text collate "C" not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  over_time timestamptz(3),
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  document json not null
);
create index maintenance_window_name on maintenance_window using hash (name);
create index maintenance_window_created_by on maintenance_window using hash (created_by);
create index maintenance_window_start_time on maintenance_window (start_time, id);
create index maintenance_window_end_time on maintenance_window (end_time, id);
create index maintenance_window_over_time on maintenance_window (over_time, id);
create index maintenance_window_create_time on maintenance_window (create_time, id);
create index maintenance_window_update_time on maintenance_window (update_time, id);
`

/**
 * Inbound webhooks; not sharded in a distributed database. `webhook_tally` has one narrow row per webhook. Recording a
 * delivery locks and updates only that row, so that changes of the webhook need not wait. The counts in that row are
 * the sequence numbers of the newest history entries. The row also has the time since which the webhook waits for a
 * delivery, and since which it is silent, if it is. Most webhooks expect nothing, and have no entry in
 * `webhook_expects`.
 *
 * An entry is stored in the slot of its sequence number (a ring buffer), where the new entry replaces the oldest entry,
 * so a history never has more entries than slots. No index contains a column that changes, and half of each page stays
 * free, so that rows are updated in place (heap-only tuples) and neither tables nor indexes grow, even for a busy
 * webhook. Entries of up to 4 KB stay in their rows, because compressing an entry takes longer than writing it
 * uncompressed, and because a TOAST table would grow.
 */
const WEBHOOK_SQL = `
create table webhook (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  source_id text collate "C" not null,
  created_by text collate "C" not null,
  enabled boolean not null,
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  document json not null,
  expect_every integer
);
create index webhook_name on webhook using hash (name);
create index webhook_description on webhook using hash (description);
create index webhook_source on webhook using hash (source_id);
create index webhook_created_by on webhook using hash (created_by);
create index webhook_create_time on webhook (create_time, id);
create index webhook_update_time on webhook (update_time, id);
create index webhook_expects on webhook (id) where expect_every is not null;

create table webhook_tally (
  payloads bigint not null default 0,
  errors bigint not null default 0,
  last_payload_at timestamptz(3),
  last_error_at timestamptz(3),
  id text collate "C" primary key,
  waiting_since timestamptz(3),
  silent_since timestamptz(3)
) with (fillfactor = 50);

create table webhook_history (
  webhook_id text collate "C" not null,
  kind text collate "C" not null,
  slot smallint not null,
  sequence bigint not null,
  received_at timestamptz(3) not null,
  entry json not null,
  primary key (webhook_id, kind, slot)
) with (fillfactor = 50, toast_tuple_target = 4080);

create table webhook_delivery (
  webhook_id text collate "C" not null,
  key text collate "C" not null,
  expires timestamptz(3) not null,
  primary key (webhook_id, key)
);
create index webhook_delivery_expires on webhook_delivery (expires);

create table webhook_revision (
  id boolean primary key default true check (id),
  revision uuid not null
);
`

/** The schema of 0.1.0. */
export const FIRST_RELEASE =
  GRAPH_AND_ALERTS_SQL + ACCESS_SQL + AUDIT_SQL + CATALOG_SQL + POLICY_SQL + MAINTENANCE_SQL + WEBHOOK_SQL
