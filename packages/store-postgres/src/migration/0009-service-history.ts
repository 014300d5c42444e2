/**
 * The transitions of services; not sharded in a distributed database. The newest transition of each service has the
 * last recorded state of the service, and is marked. So one update and one insert write transitions and states
 * together.
 *
 * - the primary key: no transition is stored twice;
 * - `service_transition_newest`: find the newest transition of a service, and enforce that there is only one;
 * - `service_transition_hurt`: read the states of all services that alerts affect;
 * - `service_transition_time`: list the transitions of a service;
 * - `service_transition_old`: delete old transitions.
 */
export const SERVICE_HISTORY = `
create table service_transition (
  service text collate "C" not null,
  sequence integer not null,
  time timestamptz(3) not null,
  severity_before text collate "C",
  severity text collate "C",
  acknowledged boolean not null,
  causes json not null,
  is_newest boolean not null,
  primary key (service, sequence)
);
create unique index service_transition_newest on service_transition (service) where is_newest;
create index service_transition_hurt on service_transition (service) where is_newest and severity is not null;
create index service_transition_time on service_transition (service, time, sequence);
create index service_transition_old on service_transition (time, service, sequence) where not is_newest;
`
