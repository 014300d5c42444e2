/**
 * One alert of the shop, as a sender posts it.
 *
 * @typedef {object} DemoAlert
 * @property {string} environment
 * @property {string} resource
 * @property {string} event
 * @property {string} severity
 * @property {string} text
 * @property {readonly string[]} service
 * @property {string} [resourceParent]
 */

/** @type {readonly Omit<DemoAlert, 'service' | 'environment'>[]} */
const PRODUCTION = [
  // On a node of the topology.
  { resource: 'frontend', event: 'HighLatency', severity: 'warning', text: 'p99 is 2.4 s' },
  { resource: 'payment', event: 'ErrorRate', severity: 'major', text: '7 % of the charges fail' },
  { resource: 'kafka', event: 'ConsumerLag', severity: 'minor', text: 'accounting is 12,000 messages behind' },
  // On what runs below a node: they roll up one, two and three levels.
  { resource: 'checkout-7d9f', event: 'ContainerRestarts', severity: 'major', text: '5 restarts in 10 minutes' },
  { resource: 'node-2', event: 'MemoryPressure', severity: 'major', text: '97 % of 16 GB in use' },
  { resource: 'volume-astronomy-db', event: 'VolumeAlmostFull', severity: 'warning', text: '91 % of 200 GB in use' },
  { resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical', text: '312 reallocated sectors' },
  // A host under two services: the first of its containers, by name, leads to the node.
  { resource: 'node-3', event: 'ClockSkew', severity: 'warning', text: '1.8 s off' },
  // The alert itself names its parent; nobody told the resource graph before.
  {
    resource: 'image-provider-8f2a',
    event: 'ProbeFailed',
    severity: 'minor',
    text: 'readiness probe: connection refused',
    resourceParent: 'image-provider',
  },
  // A relation policy knows its parent by its name.
  { resource: 'flagd-5c8b', event: 'SlowSync', severity: 'informational', text: 'flags are 40 s old' },
  // On something that nobody has drawn or related: the environment's node takes it, and a node of its own is suggested.
  { resource: 'edge-router', event: 'LinkFlapping', severity: 'warning', text: 'eth1 went down 4 times' },
]

/**
 * The active alerts of the service, in the order in which they are posted.
 *
 * @param {string} service @param {string} environment
 * @returns {DemoAlert[]}
 */
export function demoAlerts(service, environment) {
  return [
    ...PRODUCTION.map((alert) => ({ ...alert, environment, service: [service] })),
    // The topology draws no such environment: this one stays unassigned.
    {
      resource: 'checkout',
      event: 'ErrorRate',
      severity: 'minor',
      text: 'a release candidate fails',
      environment: 'Staging',
      service: [service],
    },
  ]
}
