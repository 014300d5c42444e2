/**
 * The unique key starts with the environment, because lists are in this order by default. `confirmed` distinguishes a
 * row that an upsert has updated from a row that an upsert has inserted. Columns of fixed width come first, which makes
 * them cheaper to read.
 *
 * Half of each page stays free and no index contains `update_time`. So if an import confirms a relation, that is,
 * writes the relation again with a new `update_time` only, PostgreSQL changes no index (heap-only tuples). Such an
 * update takes a third to a half of the time of other updates, and neither the table nor its indexes grow.
 *
 * Lists are sorted by a column and then by the id. If a column has few distinct values, its index also ends with the
 * id. The index of any other column does not: there, few rows have the same value, and they are sorted when they are
 * read.
 */
export const CREATE_RELATION = `
create table relation (
  update_time timestamptz(3) not null,
  create_time timestamptz(3) not null,
  source_rank smallint not null,
  confirmed boolean not null default false,
  environment text collate "C" not null,
  resource text collate "C" not null,
  parent text collate "C" not null,
  source text collate "C" not null,
  source_ref text collate "C",
  id text collate "C" not null
) with (fillfactor = 50);
create unique index relation_key on relation (environment, resource, parent);
create index relation_id on relation (id);
create index relation_environment on relation (environment, id);
create index relation_resource on relation (resource);
create index relation_parent on relation (parent, environment);
create index relation_source on relation (source, id);
create index relation_source_ref on relation (source_ref, id);
create index relation_create_time on relation (create_time);
`
