/**
 * The search parameters of the address, and the fields that they search. `resource` is not one: it opens the page of a
 * resource.
 */
export const SEARCH_FIELDS = {
  child: 'resource',
  parent: 'parent',
  in: 'environment',
  source: 'source',
  ref: 'sourceRef',
} as const
