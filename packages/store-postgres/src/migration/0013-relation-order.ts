/**
 * A second copy of each relation, with two indexes that contain the neighbors of a resource in rank order
 * (rules.md#relation-ranking-5). PostgreSQL answers a walk by index-only scans of these indexes, without sorting. The
 * third index is for lists by `updateTime`; relations with the same time are in the order of their ids.
 *
 * Triggers of the database update this table after every write to `relation`. A write that confirms a relation changes
 * only `update_time`. If `relation` itself had an index with `update_time`, such a write would change all indexes of
 * `relation`. So lists by `updateTime` use an index of this table, and the write changes only the three indexes of this
 * table. Two transactions never write the same row of this table at the same time, because each of them must first lock
 * the row of the relation.
 *
 * `relation` keeps its index by parent for lists, because one parent may have thousands of rows, which the index
 * returns in the order of the list. The index by resource need not have this order: the few rows of one resource are
 * sorted when they are read.
 *
 * Index-only scans still read the rows that have changed since the last vacuum, which can make a walk a quarter slower.
 * So autovacuum starts once a twentieth of the rows has changed, not a fifth.
 *
 * The trigger must find each removed row by an index. PostgreSQL caches the plan of this query, so a plan that was made
 * for an empty table must also be fast for a large table. For an empty table, all three indexes have the same cost. So
 * the condition contains the columns of all three indexes: whichever index the planner takes, it finds exactly one row.
 * If the condition contained only the time, the trigger would find all rows that were confirmed at the same time.
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
