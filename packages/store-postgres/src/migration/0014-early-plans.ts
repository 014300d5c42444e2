/**
 * Helps a planner whose statistics are from small tables, until the tables are analyzed again.
 *
 * Each index that can find an alert by its key includes both resource and event, because any number of alerts may share
 * one of the two. `n_distinct` makes the planner expect fifty nodes and edges per topology, even if there is only one
 * topology yet.
 */
export const EXPECT_GROWTH = `
drop index alert_resource;
drop index alert_event;
create index alert_resource on alert (resource, event);
create index alert_event on alert (event, resource);
alter table topology_node alter column topology_id set (n_distinct = -0.02);
alter table topology_edge alter column topology_id set (n_distinct = -0.02);
`
