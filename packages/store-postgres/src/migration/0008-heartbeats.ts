/**
 * Heartbeats; not sharded in a distributed database. Each origin has one row.
 *
 * - the unique key: find the heartbeat of an origin;
 * - `heartbeat_due`: find the heartbeats that are overdue and have no alert yet.
 */
export const HEARTBEATS = `
create table heartbeat (
  id text collate "C" primary key,
  origin text collate "C" not null unique,
  create_time timestamptz(3) not null,
  receive_time timestamptz(3) not null,
  expire_time timestamptz(3),
  is_slow boolean not null,
  is_missed boolean not null,
  document json not null
);
create index heartbeat_due on heartbeat (expire_time, id) where not is_missed;
`
