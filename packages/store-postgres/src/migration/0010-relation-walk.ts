/**
 * The neighbors of a resource, in either direction, are found in an index alone, and so are the relations that lead to
 * some of them: a walk asks for thousands at once, and takes half of the time when it touches none of their rows.
 *
 * Several of these indexes can find some neighbors of one resource, at the same cost to a planner, which takes the one
 * that was made last: by resource, where the parents of one stand side by side. Hence the order.
 */
export const INDEX_NEIGHBORS = `
drop index relation_resource;
drop index relation_parent;
create index relation_parent on relation (parent, environment, resource);
create index relation_resource on relation (resource, environment, parent);
`
