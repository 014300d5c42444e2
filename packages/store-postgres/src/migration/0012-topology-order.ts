/**
 * Lists of topologies by name and by KPI are read in order from an index, which ends with the id like the sort order.
 * Names have at most 255 characters. A description may be too long for such an index, so the description keeps its hash
 * index, which supports only equality.
 */
export const ORDER_TOPOLOGIES = `
drop index topology_name;
drop index topology_service_kpi;
create index topology_name on topology (name, id);
create index topology_service_kpi on topology (service_kpi, id);
`
