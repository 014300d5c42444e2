import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
const relation = { environment: 'Production', resource: 'disk-sdb', parent: 'database' }
await opsgraph.putRelation({ user: 'me', scopes: ['admin'], requestId: null }, relation)
const graph = await opsgraph.readResourceGraph({ environment: 'Production', resource: 'disk-sdb' })
console.log(graph.ancestors) // [{ resource: 'database', depth: 1, path: ['disk-sdb', 'database'] }]
