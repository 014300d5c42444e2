/**
 * What each CMDB declares about a node, as JSON. The column is a text, because the driver cannot send nulls in a list
 * of JSON values. `null` = the only claim is that of the CMDB in `params.cmdbSource`, as for all nodes that were stored
 * before this migration.
 */
export const NODE_CLAIMS = `
alter table topology_node add column claims text collate "C";
`
