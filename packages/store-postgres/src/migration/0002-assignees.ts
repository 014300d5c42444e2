/**
 * The assignee of an alert; `null` = nobody. The index finds the alerts of an assignee. It is small, because most
 * alerts have no assignee. Sorting by the assignee uses no index: it reads the alerts once, as counting them does.
 */
export const ASSIGNEES = `
alter table alert add column assignee text collate "C";
create index alert_assignee on alert (assignee, create_time) where assignee is not null;
`
