/** What stops customers from paying weighs most, whatever its severity. */
export const WEIGHT_POLICY = {
  name: 'Revenue',
  description: 'The way from the cart to the payment',
  weight: 10,
  filters: { clauses: [{ key: 'resource', op: '~', value: '^(cart|checkout|payment)(-|$)' }] },
}

/** Containers of the feature flags come and go: no list of relations keeps up with them, but their names tell. */
export const RELATION_POLICY = {
  name: 'Containers of flagd',
  description: 'They run the feature flags',
  parent: 'flagd',
  filters: { clauses: [{ key: 'resource', op: 'LIKE', value: 'flagd-%' }] },
}
