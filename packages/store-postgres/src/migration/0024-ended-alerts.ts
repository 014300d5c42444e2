/** A closed or expired alert is kept for a time after it was last changed or last received, whichever is later. */
export const ENDED_ALERTS = `
drop index alert_ended;
create index alert_ended on alert (greatest(update_time, last_receive_time), id) where status in ('closed', 'expired');
`
