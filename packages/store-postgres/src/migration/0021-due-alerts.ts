/**
 * The time at which the server must change the status of an alert. It stays null for the alerts of earlier releases,
 * which therefore do not expire until they are received again.
 */
export const DUE_ALERTS = `
alter table alert add column due_time timestamptz(3);
create index alert_due on alert (due_time, id) where due_time is not null;
`
