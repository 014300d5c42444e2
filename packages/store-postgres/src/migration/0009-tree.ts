/**
 * Allows topologies of schema version 1, which come from earlier releases; a service may have several such topologies.
 * Their original trees are stored as text, because the JSON types do not accept thousands of levels.
 */
export const ADD_TREE = `
alter table topology drop constraint topology_service_key;
create unique index topology_service on topology (service) where schema_version = 2;
create index topology_of_service on topology (service, schema_version desc, create_time, id);

create table topology_tree (
  topology_id text collate "C" primary key,
  tree text not null
);
`
