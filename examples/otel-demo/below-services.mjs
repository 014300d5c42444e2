/**
 * The resources that the services of the shop run on. They are in the resource graph, but not in the topology. Each
 * entry is `[resource, parent]`; a failure of the resource hurts the parent.
 *
 * @type {readonly (readonly [string, string])[]}
 */
export const BELOW_SERVICES = [
  ['frontend-6b4c', 'frontend'],
  ['checkout-7d9f', 'checkout'],
  ['valkey-cart-0', 'valkey-cart'],
  ['kafka-0', 'kafka'],
  ['astronomy-db-0', 'astronomy-db'],
  ['volume-astronomy-db', 'astronomy-db-0'],
  ['disk-sdb', 'volume-astronomy-db'],
  // The parents of a host are the containers that run on the host.
  ['node-1', 'frontend-6b4c'],
  ['node-1', 'kafka-0'],
  ['node-2', 'checkout-7d9f'],
  ['node-3', 'astronomy-db-0'],
  ['node-3', 'valkey-cart-0'],
]
