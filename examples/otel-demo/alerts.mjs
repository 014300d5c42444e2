/**
 * One alert of the web shop, with the fields that a sender posts.
 *
 * @typedef {import('@opsgraph/core').AlertInput} DemoAlert
 */

/** @type {readonly Omit<DemoAlert, 'service' | 'environment'>[]} */
const PRODUCTION = [
  // These resources have nodes, so the alerts are assigned to the nodes.
  { resource: 'frontend', event: 'HighLatency', severity: 'warning', text: 'p99 is 2.4 s' },
  { resource: 'payment', event: 'ErrorRate', severity: 'major', text: '7 % of the charges fail' },
  // These two have one root cause, the failing disk below.
  { resource: 'astronomy-db', event: 'QueryTimeouts', severity: 'critical', text: '38 % of the queries time out' },
  { resource: 'product-catalog', event: 'ErrorRate', severity: 'critical', text: '22 % of the requests fail' },
  { resource: 'kafka', event: 'ConsumerLag', severity: 'minor', text: 'accounting is 12,000 messages behind' },
  // These resources are below nodes, so the alerts roll up one to three levels.
  { resource: 'checkout-7d9f', event: 'ContainerRestarts', severity: 'major', text: '5 restarts in 10 minutes' },
  { resource: 'node-2', event: 'MemoryPressure', severity: 'major', text: '97 % of 16 GB in use' },
  { resource: 'volume-astronomy-db', event: 'VolumeAlmostFull', severity: 'warning', text: '91 % of 200 GB in use' },
  { resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical', text: '312 reallocated sectors' },
  // This host runs containers of two services. The container whose name sorts first decides which node shows the
  // alert. The alert is too weak to explain other alerts.
  { resource: 'node-3', event: 'ClockSkew', severity: 'informational', text: '80 ms off' },
  // This alert names the parent of its resource, which is not in the resource graph yet.
  {
    resource: 'image-provider-8f2a',
    event: 'ProbeFailed',
    severity: 'minor',
    text: 'readiness probe: connection refused',
    resourceParent: 'image-provider',
  },
  // A relation policy derives the parent of this resource from its name.
  { resource: 'flagd-5c8b', event: 'SlowSync', severity: 'informational', text: 'flags are 40 s old' },
  // This resource has no node and no relations. So the alert is assigned to the environment node, and the server
  // suggests a node.
  { resource: 'edge-router', event: 'LinkFlapping', severity: 'warning', text: 'eth1 went down 4 times' },
]

/**
 * The active alerts of the service, in the order in which the demo sends them.
 *
 * @param {string} service @param {string} environment
 * @returns {DemoAlert[]}
 */
export function buildDemoAlerts(service, environment) {
  return [
    ...PRODUCTION.map((alert) => ({ ...alert, environment, service: [service] })),
    // The topology has no node for this environment, so the alert stays unassigned.
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
