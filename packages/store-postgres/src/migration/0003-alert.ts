/** Alerts. Fields that no key, filter or sort order uses are stored together in one JSON document. */
export const CREATE_ALERT = `
create table alert (
  create_time timestamptz(3) not null,
  last_receive_time timestamptz(3) not null,
  environment text collate "C" not null,
  resource text collate "C" not null,
  event text collate "C" not null,
  severity text collate "C" not null,
  status text collate "C" not null,
  id text collate "C" not null,
  service text[] collate "C" not null,
  document json not null
);
create unique index alert_key on alert (environment, resource, event);
create index alert_id on alert (id);
create index alert_resource on alert (resource);
create index alert_event on alert (event);
create index alert_severity on alert (severity, create_time);
create index alert_status on alert (status, create_time);
create index alert_service on alert using gin (service);
create index alert_create_time on alert (create_time, id);
create index alert_last_receive_time on alert (last_receive_time, id);
`
