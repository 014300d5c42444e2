import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
/** @type {import('@opsgraph/core').Caller} */
const me = { user: 'me', scopes: ['admin'], requestId: null }
const environment = 'Production'

await opsgraph.putRelation(me, { environment, resource: 'disk-sdb', parent: 'database' })
const topology = await opsgraph.createTopology(me, {
  name: 'Shop',
  description: 'What we sell with',
  service: 'shop',
  nodes: [
    { id: 'shop', kind: 'service', label: 'shop' },
    { id: 'production', kind: 'environment', label: environment },
    { id: 'database', kind: 'resource', label: 'database' },
  ],
  edges: [
    { source: 'shop', target: 'production' },
    { source: 'production', target: 'database' },
  ],
})
/** @type {import('@opsgraph/core').AlertInput} */
const alert = { environment, resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical', service: ['shop'] }
await opsgraph.receiveAlert(me, alert)

const { assignments, rollups } = await opsgraph.readAssignments(me, { id: topology.id })
console.log(assignments) // Map { 'database' => [the id of the alert] }
console.log(rollups) // Map { the id of the alert => { nodeId: 'database', via: 'database' } }
