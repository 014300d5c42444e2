/**
 * For a planner that knows of few rows, until the tables are analyzed again.
 *
 * Each index that can find an alert by its key leads to alerts of one resource and one event, whichever is taken: as many
 * may share either as there are. A topology is taken to have fifty nodes and edges, not all, when it is the only one yet.
 */
export const EXPECT_GROWTH = `
drop index alert_resource;
drop index alert_event;
create index alert_resource on alert (resource, event);
create index alert_event on alert (event, resource);
alter table topology_node alter column topology_id set (n_distinct = -0.02);
alter table topology_edge alter column topology_id set (n_distinct = -0.02);
`
