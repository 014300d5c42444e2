/**
 * The relations. The unique key starts with the environment, because lists are in this order by default. Columns of
 * fixed width come first, which makes them cheaper to read.
 *
 * Each index serves a list or a walk of the graph:
 * - `relation_key`: list relations in the default order, also with a filter by environment; read all relations in the
 *   default order; find the parents of a resource;
 * - `relation_parent`: find the children of a resource; filter by parent in the default order; sort by parent;
 * - `relation_resource`: filter and sort by resource across all environments;
 * - `relation_id`: delete relations and change their sourceRef, both by id;
 * - `relation_environment`: sort by environment;
 * - `relation_source`, `relation_source_ref`: filter and sort by these columns, where rows with equal values are in the
 *   order of their ids; find the relations of a CMDB source;
 * - `relation_create_time`: sort by createTime;
 * - `relation_lower_resource`, `relation_lower_parent`: find resources by a misspelt name, in lower case. The indexes
 *   by the name itself find a name that is in lower case already, so these two contain only the other names.
 *
 * Half of each page stays free and no index contains `update_time`. So if an import confirms a relation, that is,
 * writes the relation again with a new `update_time` only, PostgreSQL changes no index (heap-only tuples). Such an
 * update takes a third to a half of the time of other updates, and neither the table nor its indexes grow. A list
 * sorted by updateTime sorts all matching rows.
 */
const RELATION_SQL = `
create table relation (
  update_time timestamptz(3) not null,
  create_time timestamptz(3) not null,
  source_rank smallint not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  parent text collate "C" not null,
  source text collate "C" not null,
  source_ref text collate "C",
  id text collate "C" not null,
  constraint relation_key primary key (environment, resource, parent)
) with (fillfactor = 50);
create index relation_id on relation (id);
create index relation_environment on relation (environment, id);
create index relation_source on relation (source, id);
create index relation_source_ref on relation (source_ref, id);
create index relation_create_time on relation (create_time);
create index relation_parent on relation (parent, environment, resource);
create index relation_resource on relation (resource);
create index relation_lower_resource on relation (lower(resource)) where resource <> lower(resource);
create index relation_lower_parent on relation (lower(parent)) where parent <> lower(parent);
`

/**
 * The log of changed relations (`docs/decision/0016-graph-in-memory.md`). Every statement that writes relations also
 * adds one row per environment to the log, in the same transaction. `number` ascends in the order in which changes of
 * the same relation were made, because a writer takes the number while it has the row locks of the relations. The
 * index also finds the newest transaction in the log, which a process remembers after it has read the log.
 *
 * `relation_log` has one row. Its column `pruned` is the newest transaction whose rows were deleted from the log.
 */
const RELATION_LOG_SQL = `
create table relation_change (
  number bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  environment text collate "C" not null,
  written_at timestamptz(3) not null default now(),
  size int not null,
  links json not null
);
-- Compressing a large list takes longer than writing it.
alter table relation_change alter column links set storage external;
create index relation_change_transaction on relation_change (transaction, environment);
create table relation_log (pruned xid8 not null);
insert into relation_log values ('0');
`

/**
 * Topologies with their nodes and edges. These tables are small enough that a distributed database does not shard them.
 * The id of a node is unique across topologies. Ordinals keep the saved order of nodes and edges; they have gaps, so
 * that few rows change if the order changes. The digests show whether a graph that is saved again has changed.
 *
 * `cmdb_sources` has the CMDB sources of the nodes, so that an import finds topologies without reading nodes. An index
 * on the large table of nodes would make writing nodes slower, while scanning a few thousand topologies takes a
 * millisecond.
 *
 * A service has one topology of schema version 2, and any number of trees (schema version 1). The original trees are
 * stored as text, because the JSON types do not accept thousands of levels.
 *
 * The indexes by name and by KPI end with the id, like the sort order of lists. A description may be too long for such
 * an index, so it has a hash index, which supports only equality.
 *
 * `n_distinct` makes a planner whose statistics are from small tables expect fifty nodes and edges per topology, even
 * if there is only one topology yet.
 */
const TOPOLOGY_SQL = `
create table topology (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  service text collate "C" not null,
  service_kpi text collate "C",
  orientation text collate "C" not null,
  schema_version smallint not null,
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  nodes_digest text collate "C" not null default '',
  edges_digest text collate "C" not null default '',
  cmdb_sources text[] collate "C" not null default '{}'
);
create index topology_description on topology using hash (description);
create index topology_orientation on topology (orientation);
create index topology_schema_version on topology (schema_version);
create index topology_create_time on topology (create_time, id);
create index topology_update_time on topology (update_time, id);
create unique index topology_service on topology (service) where schema_version = 2;
create index topology_of_service on topology (service, schema_version desc, create_time, id);
create index topology_name on topology (name, id);
create index topology_service_kpi on topology (service_kpi, id);

create table topology_node (
  id text collate "C" primary key,
  topology_id text collate "C" not null,
  ordinal bigint not null,
  kind text collate "C" not null,
  label text collate "C" not null,
  environment text collate "C",
  resource text collate "C",
  icon text collate "C" not null,
  params json not null,
  hierarchy_config json not null,
  x double precision not null,
  y double precision not null
);
alter table topology_node alter column topology_id set (n_distinct = -0.02);
create index topology_node_topology on topology_node (topology_id);
create index topology_node_resource on topology_node (environment, resource);

create table topology_edge (
  topology_id text collate "C" not null,
  ordinal bigint not null,
  id text collate "C" not null,
  source text collate "C" not null,
  target text collate "C" not null,
  primary key (topology_id, ordinal)
);
alter table topology_edge alter column topology_id set (n_distinct = -0.02);
create index topology_edge_target on topology_edge (target);

create table topology_tree (
  topology_id text collate "C" primary key,
  tree text not null
);
`

/**
 * Alerts. Fields that no key, filter or sort order uses are stored together in one JSON document. Some columns repeat
 * fields of the document in a form that SQL can compare: a text of an alert may contain U+0000, which no text column
 * can store. `revision` counts how often an alert has been written; a write that is based on an older revision is
 * refused.
 *
 * Each index has one use:
 * - `alert_key`: find alerts by key, and list the alerts of an environment;
 * - `alert_id`: read one alert;
 * - `alert_resource`, `alert_event`, `alert_severity`, `alert_status`: the filters by these fields. Each index that can
 *   find an alert by its key includes both resource and event, because any number of alerts may share one of the two,
 *   which a planner with old statistics does not know;
 * - `alert_service`: the alerts of a service;
 * - `alert_create_time`: the default order;
 * - `alert_last_receive_time`: sort by lastReceiveTime;
 * - `alert_due`: the alerts whose status the server must change;
 * - `alert_ended`: remove the alerts that have been closed or expired for long, without reading other alerts;
 * - `alert_active_part`: find the active alerts by their part, with the columns from which the version of a part is
 *   computed, so that the versions of 10,000 active alerts are read in 6 ms, without the alerts themselves;
 * - `alert_worst`: sort by severity; among equal severities, the alert that began last comes first;
 * - `alert_correlate`: the alerts that name events with which they are correlated;
 * - `alert_open_fingerprint`: find the alerts that have a fingerprint under another key, by the digest of the
 *   fingerprint and its sender;
 * - `alert_window`: the alerts that a maintenance window silences.
 *
 * `severity_rank`, `text_digest`, `tags` and `search` have no index. Without one, a list of 100,000 alerts of 1.2 KB
 * takes 40 to 220 ms (33 ms without a filter, because the list counts its alerts). An index on `tags` would double the
 * time of a save, and without extensions, PostgreSQL has no index that finds a text within a text.
 */
const ALERT_SQL = `
create table alert (
  create_time timestamptz(3) not null,
  last_receive_time timestamptz(3) not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  event text collate "C" not null,
  severity text collate "C" not null,
  status text collate "C" not null,
  id text collate "C" not null,
  service text[] collate "C" not null,
  document json not null,
  revision bigint not null default 0,
  due_time timestamptz(3),
  severity_rank smallint not null default 0,
  text_digest text collate "C" not null default '',
  tags text[] collate "C" not null default '{}',
  search text collate "C" not null default '',
  update_time timestamptz(3) not null default 'infinity',
  active_since timestamptz(3) not null default 'infinity',
  firing json,
  open_fingerprints text[] collate "C",
  correlate text[] collate "C",
  window_id text collate "C",
  constraint alert_key primary key (environment, resource, event)
);
create index alert_id on alert (id);
create index alert_severity on alert (severity, create_time);
create index alert_status on alert (status, create_time);
create index alert_service on alert using gin (service);
create index alert_create_time on alert (create_time, id);
create index alert_last_receive_time on alert (last_receive_time, id);
create index alert_resource on alert (resource, event);
create index alert_event on alert (event, resource);
create index alert_due on alert (due_time, id) where due_time is not null;
create index alert_ended on alert (greatest(update_time, last_receive_time), id) where status in ('closed', 'expired');
create index alert_active_part on alert (((hashtextextended(id, 0) & 1023)::int), id, revision)
  where status not in ('closed', 'expired');
create index alert_worst on alert (severity_rank, active_since desc, id desc);
create index alert_correlate on alert (resource, environment) where correlate is not null;
create index alert_open_fingerprint on alert using gin (open_fingerprints)
  where open_fingerprints is not null and status not in ('closed', 'expired');
create index alert_window on alert (window_id, create_time) where window_id is not null;
`

export const GRAPH_AND_ALERTS_SQL = RELATION_SQL + RELATION_LOG_SQL + TOPOLOGY_SQL + ALERT_SQL
