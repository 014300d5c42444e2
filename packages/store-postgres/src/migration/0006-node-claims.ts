/**
 * What each CMDB states about a node, as JSON. The column is a text, because a parameter with a list of JSON values has
 * no nulls. It is null if the claims follow from `params`: then the only claim is that of the CMDB in
 * `params.cmdbSource`. This holds for all nodes that were stored before this migration.
 */
export const NODE_CLAIMS = `
alter table topology_node add column claims text collate "C";
`
