/** Fields of the search, as the address names them: `resource` alone is the resource that is shown. */
export const SEARCH_FIELDS = {
  child: 'resource',
  parent: 'parent',
  in: 'environment',
  source: 'source',
  ref: 'sourceRef',
} as const
