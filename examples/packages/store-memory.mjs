import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
await opsgraph.receiveAlert(
  { user: 'me', scopes: ['admin'], requestId: null },
  { environment: 'Production', resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical' },
)
console.log((await opsgraph.listAlerts({})).items) // [{ resource: 'disk-sdb', severity: 'critical', … }]
