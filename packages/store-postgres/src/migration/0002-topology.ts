/**
 * Topologies with their nodes and edges. These tables are small enough that a distributed database does not shard them.
 * The id of a node is unique across topologies. Ordinals keep the saved order of nodes and edges; they have gaps, so
 * that few rows change if the order changes. The digests show whether a graph that is saved again has changed.
 */
export const CREATE_TOPOLOGY = `
create table topology (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  service text collate "C" not null unique,
  service_kpi text collate "C",
  orientation text collate "C" not null,
  schema_version smallint not null,
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  nodes_digest text collate "C" not null default '',
  edges_digest text collate "C" not null default ''
);
create index topology_name on topology using hash (name);
create index topology_description on topology using hash (description);
create index topology_service_kpi on topology using hash (service_kpi);
create index topology_orientation on topology (orientation);
create index topology_schema_version on topology (schema_version);
create index topology_create_time on topology (create_time, id);
create index topology_update_time on topology (update_time, id);

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
create index topology_edge_target on topology_edge (target);
`
