/**
 * The audit trail. Its table only grows. So that lists need no sorting, the index of each filter also contains the
 * columns of the sort order.
 */
export const CREATE_AUDIT = `
create table audit_entry (
  create_time timestamptz(3) not null,
  id text collate "C" not null,
  event text collate "C" not null,
  type text collate "C" not null,
  user_name text collate "C" not null,
  resource_id text collate "C",
  document json not null
);
create index audit_entry_create_time on audit_entry (create_time, id);
create index audit_entry_event on audit_entry (event, create_time, id);
create index audit_entry_type on audit_entry (type, create_time, id);
create index audit_entry_user on audit_entry (user_name, create_time, id);
create index audit_entry_resource on audit_entry (resource_id, create_time, id);
`
