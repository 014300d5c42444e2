/** The service catalog; not sharded in a distributed database. `id` is the serviceId. */
export const CREATE_CATALOG = `
create table service_catalog (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text collate "C" not null,
  icon text collate "C" not null,
  alert_impact json not null
);
create index service_catalog_name on service_catalog using hash (name);
create index service_catalog_description on service_catalog using hash (description);
create index service_catalog_icon on service_catalog using hash (icon);
`
