/**
 * Ranks of relation sources become 0, 10, 20, … instead of 0, 1, 2, …, so that a new source can rank between two others
 * without changing a stored rank.
 *
 * No index of `relation` contains the rank, so its rows are updated in place. The trigger that keeps `relation_order`
 * up to date is disabled during the update. Afterwards `relation_order` is filled again, and then its indexes are
 * created. This takes half as long as with the trigger, and leaves no dead rows.
 */
export const SPREAD_RANKS = `
alter table relation disable trigger order_changed;
update relation set source_rank = source_rank * 10 where source_rank > 0;
alter table relation enable trigger order_changed;
drop index relation_order_parents;
drop index relation_order_children;
drop index relation_order_update_time;
truncate relation_order;
insert into relation_order (update_time, source_rank, environment, resource, parent, id)
  select update_time, source_rank, environment, resource, parent, id from relation;
create unique index relation_order_parents
  on relation_order (resource, environment, source_rank, update_time desc, parent);
create index relation_order_children
  on relation_order (parent, environment, source_rank, update_time desc, resource);
create index relation_order_update_time on relation_order (update_time, id);
`
