/** Alerts that keep customers from paying get the highest weight, at any severity. */
export const WEIGHT_POLICY = {
  name: 'Revenue',
  description: 'The way from the cart to the payment',
  weight: 10,
  filters: { clauses: [{ key: 'resource', op: '~', value: '^(cart|checkout|payment)(-|$)' }] },
}

/**
 * Containers of the feature flags change often, so no list of relations is up to date; but their names identify them.
 */
export const RELATION_POLICY = {
  name: 'Containers of flagd',
  description: 'They run the feature flags',
  parent: 'flagd',
  filters: { clauses: [{ key: 'resource', op: 'LIKE', value: 'flagd-%' }] },
}
