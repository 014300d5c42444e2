/**
 * Each relation once more, in two indexes that hold the neighbors of a resource in the order in which they rank
 * (rules.md#relation-ranking-5): what a walk asks for is read from an index alone, and comes in its order.
 *
 * The third index has the order of a list by `updateTime`, ties by id.
 *
 * This is an index in all but name, so the database keeps it, whoever writes a relation. `relation` itself must have no
 * index with `update_time`, which would have all its indexes written whenever a relation is confirmed; here it is three.
 * Whoever writes a row here holds the lock of its relation.
 *
 * `relation` keeps the index by parent for lists, since one parent may have thousands of rows, which an index puts in the
 * order of a list; by resource the few rows of one are sorted when they are read.
 *
 * What has changed since the last vacuum is looked up in the rows, although an index holds it, so that a walk may take a
 * quarter longer: a twentieth of the rows, not a fifth, is enough for a vacuum to begin.
 *
 * What is removed is looked for in an index, one after the other, whatever a planner would rather do: plans are kept,
 * and one that was made for an empty table has to do for a large one. For an empty table all three indexes look the same,
 * so all columns of each are compared, by which it finds one row: by time alone it finds all that were confirmed at once.
 */
export const ORDER_RELATIONS = `
lock table relation in access exclusive mode;
create table relation_order (
  update_time timestamptz(3) not null,
  source_rank smallint not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  parent text collate "C" not null,
  id text collate "C" not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
create function order_relations() returns trigger
  language plpgsql set search_path from current set enable_seqscan = off as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate relation_order;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from relation_order where ctid = any (array(
      select found.ctid from gone, lateral (
        select place.ctid from relation_order as place
        where place.resource = gone.resource and place.environment = gone.environment
          and place.source_rank = gone.source_rank and place.update_time = gone.update_time
          and place.parent = gone.parent and place.id = gone.id
        offset 0
      ) as found
    ));
  end if;
  if tg_op <> 'DELETE' then
    insert into relation_order (update_time, source_rank, environment, resource, parent, id)
      select update_time, source_rank, environment, resource, parent, id from arrived;
  end if;
  return null;
end
$$;
create trigger order_new after insert on relation
  referencing new table as arrived for each statement execute function order_relations();
create trigger order_changed after update on relation
  referencing old table as gone new table as arrived for each statement execute function order_relations();
create trigger order_gone after delete on relation
  referencing old table as gone for each statement execute function order_relations();
create trigger order_none after truncate on relation
  for each statement execute function order_relations();
insert into relation_order (update_time, source_rank, environment, resource, parent, id)
  select update_time, source_rank, environment, resource, parent, id from relation;
create unique index relation_order_parents
  on relation_order (resource, environment, source_rank, update_time desc, parent);
create index relation_order_children
  on relation_order (parent, environment, source_rank, update_time desc, resource);
create index relation_order_update_time on relation_order (update_time, id);
drop index relation_resource;
create index relation_resource on relation (resource);
`
