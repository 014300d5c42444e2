/**
 * Columns by which lists of alerts are filtered and sorted. They repeat parts of the document in a form that SQL can
 * compare: a text of an alert may contain U+0000, which no text column can store.
 *
 * `severity_rank`, `text_digest`, `tags` and `search` have no index. Without one, a list of 100,000 alerts of 1.2 KB
 * takes 40 to 220 ms (33 ms without a filter, because the list counts its alerts). An index on `tags` would double the
 * time of a save, and no index of PostgreSQL without extensions finds a part of a text.
 *
 * `alert_ended` finds the alerts that have been closed or expired for long, so that removing them reads no other alert.
 */
export const ALERT_FILTERS = `
alter table alert
  add column severity_rank smallint not null default 0,
  add column text_digest text collate "C" not null default '',
  add column tags text[] collate "C" not null default '{}',
  add column search text collate "C" not null default '',
  add column update_time timestamptz(3) not null default 'infinity';
create index alert_ended on alert (update_time, id) where status in ('closed', 'expired');
`
