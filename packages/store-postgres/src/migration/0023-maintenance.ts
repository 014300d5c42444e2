/** Maintenance windows; not sharded in a distributed database. `document` has the fields that no list uses. */
export const CREATE_MAINTENANCE = `
create table maintenance_window (
  id text collate "C" primary key,
  name text collate "C" not null,
  created_by text collate "C" not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  over_time timestamptz(3),
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  document json not null
);
create index maintenance_window_name on maintenance_window using hash (name);
create index maintenance_window_created_by on maintenance_window using hash (created_by);
create index maintenance_window_start_time on maintenance_window (start_time, id);
create index maintenance_window_end_time on maintenance_window (end_time, id);
create index maintenance_window_over_time on maintenance_window (over_time, id);
create index maintenance_window_create_time on maintenance_window (create_time, id);
create index maintenance_window_update_time on maintenance_window (update_time, id);
`
