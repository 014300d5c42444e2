/**
 * Relations are shared out by environment, so that the unique key starts with it. `confirmed` tells a row that was
 * known from one that an upsert has just added. Columns of fixed width come first, which makes the order of neighbors
 * cheap to read.
 *
 * Half of each page stays free and no index holds `update_time`, so that sending relations again changes rows in place
 * and no index (heap-only tuples): a third to a half of the time, and no growth. (The order by `updateTime` has its index
 * in a table of its own, `relation_order`.) Where few values repeat, an index ends with the id, as the order
 * does; elsewhere the rows of one value are few enough to be sorted when they are read.
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
