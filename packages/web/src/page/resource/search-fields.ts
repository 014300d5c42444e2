/**
 * Maps the search parameters in the address to the fields of relations. The address parameter `resource` is not among
 * them, because it opens the page of a resource.
 */
export const SEARCH_FIELDS = {
  child: 'resource',
  parent: 'parent',
  in: 'environment',
  source: 'source',
  ref: 'sourceRef',
} as const
