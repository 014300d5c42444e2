/**
 * The neighbors of a resource, in either direction, are found in an index alone, and so are the relations that lead to
 * some of them: a walk asks for thousands at once, and takes half of the time when it touches none of their rows.
 */
export const INDEX_NEIGHBORS = `
drop index relation_resource;
drop index relation_parent;
create index relation_resource on relation (resource, environment, parent);
create index relation_parent on relation (parent, environment, resource);
`
