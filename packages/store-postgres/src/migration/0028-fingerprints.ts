/**
 * The fingerprints of an alert, and digests of the open ones that have a name, together with their sender. A closing
 * alert finds by them the alerts that hold its fingerprint under another key. And the events with which an alert is
 * correlated. Most rows have neither, and no entry in these indexes.
 */
export const FINGERPRINTS = `
alter table alert add column firing json, add column open_fingerprints text[] collate "C",
  add column correlate text[] collate "C";
create index alert_correlate on alert (resource, environment) where correlate is not null;
create index alert_open_fingerprint on alert using gin (open_fingerprints)
  where open_fingerprints is not null and status not in ('closed', 'expired');
`
