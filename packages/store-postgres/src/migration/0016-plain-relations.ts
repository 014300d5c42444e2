/**
 * Neighbors are now ranked when they are read. So this migration drops the second copy of each relation in rank order,
 * and the triggers that kept this copy up to date. The migration also drops `confirmed`: an upsert recognizes a new row
 * by its `xmax`. The keys of relations and alerts become primary keys; their indexes stay.
 *
 * Each index of `relation` serves a list or a walk:
 * - `relation_key`: list relations in the default order, also with a filter by environment; read all relations in the
 *   default order; find the parents of a resource;
 * - `relation_parent`: find the children of a resource; filter by parent in the default order; sort by parent;
 * - `relation_resource`: filter and sort by resource across all environments;
 * - `relation_id`: delete relations and change their sourceRef, both by id;
 * - `relation_environment`: sort by environment;
 * - `relation_source`, `relation_source_ref`: filter and sort by these columns, where rows with equal values are in the
 *   order of their ids; find the relations of a CMDB source;
 * - `relation_create_time`: sort by createTime.
 *
 * No index contains `update_time`, so that a write that changes only `update_time` changes no index (heap-only tuples).
 * A list sorted by updateTime sorts all matching rows.
 *
 * Each index of `alert` has one use:
 * - `alert_key`: find alerts by key, and list the alerts of an environment;
 * - `alert_id`: read one alert;
 * - `alert_resource`, `alert_event`, `alert_severity`, `alert_status`: the filters by these fields;
 * - `alert_service`: the alerts of a service;
 * - `alert_create_time`: the default order;
 * - `alert_last_receive_time`: sort by lastReceiveTime.
 *
 * The indexes of `audit_entry` serve its default order, without a filter and with each of its filters.
 */
export const PLAIN_RELATIONS = `
lock table relation in access exclusive mode;
drop function order_relations() cascade;
drop table relation_order;
alter table relation drop column confirmed;
alter table relation add constraint relation_key primary key using index relation_key;
alter table alert add constraint alert_key primary key using index alert_key;
`
