/**
 * Inbound webhooks; not sharded in a distributed database. `webhook_tally` has one narrow row per webhook. Recording a
 * delivery locks and updates only that row, so that changes of the webhook need not wait. The counts in that row are
 * the sequence numbers of the newest history entries.
 *
 * An entry is stored in the slot of its sequence number (a ring buffer), where the new entry replaces the oldest entry,
 * so a history never has more entries than slots. No index contains a column that changes, and half of each page stays
 * free, so that rows are updated in place (heap-only tuples) and neither tables nor indexes grow, even for a busy
 * webhook. Entries of up to 4 KB stay in their rows, because compressing an entry takes longer than writing it
 * uncompressed, and because a TOAST table would grow.
 */
export const CREATE_WEBHOOK = `
create table webhook (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  source_id text collate "C" not null,
  created_by text collate "C" not null,
  enabled boolean not null,
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  document json not null
);
create index webhook_name on webhook using hash (name);
create index webhook_description on webhook using hash (description);
create index webhook_source on webhook using hash (source_id);
create index webhook_created_by on webhook using hash (created_by);
create index webhook_create_time on webhook (create_time, id);
create index webhook_update_time on webhook (update_time, id);

create table webhook_tally (
  payloads bigint not null default 0,
  errors bigint not null default 0,
  last_payload_at timestamptz(3),
  last_error_at timestamptz(3),
  id text collate "C" primary key
) with (fillfactor = 50);

create table webhook_history (
  webhook_id text collate "C" not null,
  kind text collate "C" not null,
  slot smallint not null,
  sequence bigint not null,
  received_at timestamptz(3) not null,
  entry json not null,
  primary key (webhook_id, kind, slot)
) with (fillfactor = 50, toast_tuple_target = 4080);

create table webhook_delivery (
  webhook_id text collate "C" not null,
  key text collate "C" not null,
  expires timestamptz(3) not null,
  primary key (webhook_id, key)
);
create index webhook_delivery_expires on webhook_delivery (expires);

create table webhook_revision (
  id boolean primary key default true check (id),
  revision uuid not null
);
`
