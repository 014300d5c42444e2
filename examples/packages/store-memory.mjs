import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
/** @type {import('@opsgraph/core').Caller} */
const me = { user: 'me', scopes: ['admin'], requestId: null }
await opsgraph.receiveAlert(me, {
  environment: 'Production',
  resource: 'disk-sdb',
  event: 'DiskFailing',
  severity: 'critical',
})
console.log((await opsgraph.listAlerts(me, {})).items) // [{ resource: 'disk-sdb', severity: 'critical', … }]
