/** How often an alert has been written: a write that is based on an older state is refused. */
export const ALERT_REVISION = `
alter table alert add column revision bigint not null default 0;
`
