/**
 * What the services of the shop run on: known to the resource graph, drawn by no topology. `[resource, parent]`; the parent is
 * what is hurt when the resource fails.
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
  // A host has every container that runs on it as a parent.
  ['node-1', 'frontend-6b4c'],
  ['node-1', 'kafka-0'],
  ['node-2', 'checkout-7d9f'],
  ['node-3', 'astronomy-db-0'],
  ['node-3', 'valkey-cart-0'],
]
