/**
 * Lists of topologies by name and by KPI come in their order from an index, which ends with the id as the order does.
 * Names have 255 characters at most; a description may be longer than such an index takes, so that its own finds what is
 * equal alone.
 */
export const ORDER_TOPOLOGIES = `
drop index topology_name;
drop index topology_service_kpi;
create index topology_name on topology (name, id);
create index topology_service_kpi on topology (service_kpi, id);
`
