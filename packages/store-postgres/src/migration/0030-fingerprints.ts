/**
 * The fingerprints of an alert, and digests of the open ones that have a name, together with their sender. A closing
 * alert finds by them the alerts that hold its fingerprint under another key. Most rows have no digest, and no entry in
 * the index.
 */
export const FINGERPRINTS = `
alter table alert add column firing json, add column open_fingerprints text[] collate "C";
create index alert_open_fingerprint on alert using gin (open_fingerprints)
  where open_fingerprints is not null and status not in ('closed', 'expired');
`
