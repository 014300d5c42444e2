/**
 * Subscriptions; not sharded in a distributed database. `document` has the fields that no list uses. No list has an
 * index: there are at most 200 subscriptions. `progress` is what servers note while they tell; if it changes, the
 * revision stays. `subscription_revision` is like `policy_revision`.
 *
 * `subscription_owed` has one row for each object that a subscription has told of, or has to tell of:
 *
 * - the primary key: read what one subscription owes;
 * - `subscription_owed_object`: read what is owed of the objects that have changed;
 * - `subscription_owed_due`: find the rows of a subscription that are due, without reading those that are due later;
 * - `subscription_owed_rank`: read what a subscription keeps of what still hurts, without what is over. The rank is first,
 *   so that no statement that looks for keys takes this index;
 * - `subscription_owed_claimed`: count the rows that servers try to deliver now, which are few.
 *
 * `subscription_delivery` has the last deliveries. Its numbers say which of two deliveries was added first.
 *
 * A history of services also has the worst severity of what was acknowledged, because subscriptions tell it. It is known
 * of the transitions before if nothing else hurt the service.
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
