/**
 * Sorts alerts by severity, the worst first, and among equal severities the one that began last first. Without the
 * index, the first page of this order reads and sorts every alert.
 */
export const WORST_ALERTS = `
alter table alert add column active_since timestamptz(3) not null default 'infinity';
create index alert_worst on alert (severity_rank, active_since desc, id desc);
`
