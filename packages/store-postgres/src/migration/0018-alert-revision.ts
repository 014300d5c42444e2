/** The revision counts how often an alert has been written. A write that is based on an older revision is refused. */
export const ALERT_REVISION = `
alter table alert add column revision bigint not null default 0;
`
