/**
 * What each CMDB states about a node, as JSON. It is a text, because a parameter with a list of JSON values has no nulls; null if that follows from `params`, as it does for all nodes that are stored
 * before this migration: the only claim of a node is that of the CMDB in `params.cmdbSource`.
 */
export const NODE_CLAIMS = `
alter table topology_node add column claims text collate "C";
`
