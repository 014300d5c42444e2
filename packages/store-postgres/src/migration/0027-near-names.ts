/**
 * Finds resources by a name in lower case, for names that are misspelt. A name that is already in lower case is found by
 * the index by the name itself, so these two indexes have only the other names, and often none.
 */
export const NEAR_NAMES = `
create index relation_lower_resource on relation (lower(resource)) where resource <> lower(resource);
create index relation_lower_parent on relation (lower(parent)) where parent <> lower(parent);
`
