/**
 * Redundancy rules; not sharded in a distributed database. `search` and `source_ref` have no index, because there are
 * at most 10,000 rules. `redundancy_revision` is like `policy_revision`.
 */
export const REDUNDANCY_RULES = `
create table redundancy_rule (
  id text collate "C" primary key,
  environment text collate "C" not null,
  resource text collate "C" not null,
  source text collate "C" not null,
  source_ref text collate "C",
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  document json not null,
  search text collate "C" not null,
  unique (environment, resource)
);
create index redundancy_rule_resource on redundancy_rule using hash (resource);

create table redundancy_revision (
  id boolean primary key default true check (id),
  revision uuid not null
);
`
