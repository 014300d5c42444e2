/** Who answers for a service of the catalog, its runbook, and its links as JSON. Stored services have none of them. */
export const SERVICE_CONTACTS = `
alter table service_catalog add column owner text collate "C" not null default '';
alter table service_catalog add column runbook text collate "C" not null default '';
alter table service_catalog add column links json not null default '[]';
create index service_catalog_owner on service_catalog using hash (owner);
`
