/**
 * Policies of both kinds; not sharded in a distributed database. `policy_revision` is empty until the first policy is
 * saved, and then has one row. Every save or delete of policies writes that row first. So of several concurrent saves
 * and deletes, all but one wait for that row, before they lock any policy.
 */
export const CREATE_POLICY = `
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

create table policy_revision (
  id boolean primary key default true check (id),
  revision uuid not null
);
`
