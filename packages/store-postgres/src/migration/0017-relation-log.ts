/**
 * The log of changed relations (`docs/decision/0016-graph-in-memory.md`). Every statement that writes relations also
 * adds one row per environment to the log, in the same transaction. `number` ascends in the order in which changes of
 * the same relation were made, because a writer takes the number while the writer holds the row locks of the relations.
 *
 * `relation_log` has one row. Its column `pruned` is the newest transaction whose rows were deleted from the log.
 */
export const LOG_RELATIONS = `
create table relation_change (
  number bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  environment text collate "C" not null,
  written_at timestamptz(3) not null default now(),
  size int not null,
  links json not null
);
-- Compressing a large list takes longer than writing it.
alter table relation_change alter column links set storage external;
create index relation_change_transaction on relation_change (environment, transaction);
create table relation_log (pruned xid8 not null);
insert into relation_log values ('0');
`
