/**
 * Aliases of resources; not sharded in a distributed database, because there are at most 100,000. Every change of an
 * alias also replaces the `policy_revision`.
 *
 * - the unique key: find the resources to which the names in alerts, relations and imports refer;
 * - `resource_alias_resource`: find the aliases of a resource;
 * - `resource_alias_name`: find an alias in every environment.
 */
export const RESOURCE_ALIASES = `
create table resource_alias (
  id text collate "C" primary key,
  environment text collate "C" not null,
  alias text collate "C" not null,
  resource text collate "C" not null,
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  unique (environment, alias)
);
create index resource_alias_resource on resource_alias (resource, environment);
create index resource_alias_name on resource_alias (alias, environment);
`
