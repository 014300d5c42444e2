import { createOpsgraph } from '@opsgraph/core'
import { createNotifier } from '@opsgraph/notify'
import { MemoryStore } from '@opsgraph/store-memory'

// Without an entry in `allow`, subscriptions reach the internet only.
const notifier = createNotifier({ allow: ['10.1.0.0/16'], version: '1.0.0' })
const opsgraph = createOpsgraph({ store: new MemoryStore(), notifier })
await opsgraph.ping()
console.log(notifier.faultOf('json', 'https://10.1.0.7/hook')) // undefined
console.log(notifier.faultOf('json', 'https://10.2.0.7/hook')) // is a private address: …
