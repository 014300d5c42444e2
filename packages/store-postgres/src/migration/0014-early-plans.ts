/**
 * For a planner that knows the tables as they were when there was little in them, until they are analyzed again.
 *
 * Alerts are found by their keys in an index that has both resource and event, whichever is taken: as many may share
 * either as there are. Of nodes and edges a topology has fifty, not all, when the only one yet has been analyzed.
 */
export const EXPECT_GROWTH = `
drop index alert_resource;
create index alert_resource on alert (resource, event);
alter table topology_node alter column topology_id set (n_distinct = -0.02);
alter table topology_edge alter column topology_id set (n_distinct = -0.02);
`
