/**
 * Subscriptions; not sharded in a distributed database. `document` has the fields that no list uses. No list has an
 * index: there are at most 200 subscriptions. Servers note in `progress` how their messages succeed; such a note does
 * not change the revision. `subscription_revision` is like `policy_revision`.
 *
 * `subscription_owed` has one row for each object of which a subscription has sent, or owes, a message:
 *
 * - the primary key: read what one subscription owes;
 * - `subscription_owed_object`: read what is owed of the objects that have changed;
 * - `subscription_owed_due`: find the rows of a subscription that are due, without reading those that are due later;
 * - `subscription_owed_rank`: read the rows of a subscription whose state is not over. The rank comes first, so that no
 *   statement that searches for keys uses this index;
 * - `subscription_owed_claimed`: count the rows that servers try to deliver now, which are few.
 *
 * `subscription_delivery` has the last deliveries. Its numbers say which of two deliveries was added first.
 *
 * A transition also gets the worst severity of the acknowledged alerts, because messages of subscriptions contain it.
 * Of a stored transition, this severity is known only if all alerts were acknowledged.
 */
export const SUBSCRIPTIONS = `
create table subscription (
  id text collate "C" primary key,
  name text collate "C" not null,
  format text collate "C" not null,
  enabled boolean not null,
  create_time timestamptz(3) not null,
  update_time timestamptz(3) not null,
  document json not null,
  search text collate "C" not null,
  progress json
);

create table subscription_revision (
  id boolean primary key default true check (id),
  revision uuid not null
);

create table subscription_owed (
  subscription_id text collate "C" not null,
  kind text collate "C" not null,
  object text collate "C" not null,
  due timestamptz(3),
  rank integer not null,
  claimed_until timestamptz(3),
  owed json not null,
  primary key (subscription_id, kind, object)
);
create index subscription_owed_object on subscription_owed (object, kind);
create index subscription_owed_due on subscription_owed (subscription_id, due) where due is not null;
create index subscription_owed_rank on subscription_owed (rank, subscription_id);
create index subscription_owed_claimed on subscription_owed (claimed_until) where claimed_until is not null;

create table subscription_delivery (
  subscription_id text collate "C" not null,
  number bigint generated always as identity,
  time timestamptz(3) not null,
  document json not null,
  primary key (subscription_id, number)
);

alter table service_transition add column acknowledged_severity text collate "C";
update service_transition set acknowledged_severity = severity where acknowledged;
`
