/**
 * The id of the maintenance window that holds an alert, so that lists find the alerts of a window. Most rows have none,
 * and no entry in this index.
 */
export const HELD_ALERTS = `
alter table alert add column window_id text collate "C";
create index alert_window on alert (window_id, create_time) where window_id is not null;
`
