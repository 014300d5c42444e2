/**
 * Gives the highest weight to alerts that keep customers from paying, whatever their severity.
 *
 * @type {import('@opsgraph/core').WeightPolicyInput}
 */
export const WEIGHT_POLICY = {
  name: 'Revenue',
  description: 'The way from the cart to the payment',
  weight: 10,
  filters: { clauses: [{ key: 'resource', op: '~', value: '^(cart|checkout|payment)(-|$)' }] },
}

/**
 * Containers of the feature flag service change so often that a list of their relations would soon be outdated. The
 * name of a container shows that it belongs to this service, so a policy derives the relation from the name.
 *
 * @type {import('@opsgraph/core').RelationPolicyInput}
 */
export const RELATION_POLICY = {
  name: 'Containers of flagd',
  description: 'They run the feature flags',
  parent: 'flagd',
  filters: { clauses: [{ key: 'resource', op: 'LIKE', value: 'flagd-%' }] },
}
