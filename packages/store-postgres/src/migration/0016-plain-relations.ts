/**
 * Neighbors are ranked when they are read, so the second copy of each relation in rank order, and the triggers that
 * kept it, are dropped. `confirmed` is dropped too: an upsert recognizes a new row by its `xmax`. The keys of relations
 * and alerts become primary keys; their indexes stay.
 *
 * Each index of `relation` serves a list or a walk:
 * - `relation_key`: the default order, reading all relations in it, parents of a resource, filter by environment;
 * - `relation_parent`: children of a resource, filter by parent in the default order, sort by parent;
 * - `relation_resource`: filter and sort by resource in any environment;
 * - `relation_id`: deleting and handing over by id;
 * - `relation_environment`: sort by environment;
 * - `relation_source`, `relation_source_ref`: filter and sort by them, ties by id; relations of a CMDB source;
 * - `relation_create_time`: sort by createTime.
 *
 * No index contains `update_time`, so that confirming a relation changes no index (heap-only tuples). A list sorted by
 * updateTime sorts all matching rows.
 *
 * Each index of `alert` serves one: `alert_key` finds alerts by key, and lists an environment; `alert_id` reads one;
 * `alert_resource`, `alert_event`, `alert_severity` and `alert_status` serve these filters; `alert_service` the alerts
 * of a service; `alert_create_time` the default order; `alert_last_receive_time` its sort order. The indexes of
 * `audit_entry` serve its order without a filter and with each of its filters.
 */
export const PLAIN_RELATIONS = `
lock table relation in access exclusive mode;
drop function order_relations() cascade;
drop table relation_order;
alter table relation drop column confirmed;
alter table relation add constraint relation_key primary key using index relation_key;
alter table alert add constraint alert_key primary key using index alert_key;
`
