import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
/** @type {import('@opsgraph/core').Caller} */
const me = { user: 'me', scopes: ['admin'], requestId: null }
const relation = { environment: 'Production', resource: 'disk-sdb', parent: 'database' }
await opsgraph.putRelation(me, relation)
const graph = await opsgraph.readResourceGraph(me, { environment: 'Production', resource: 'disk-sdb' })
console.log(graph.ancestors) // [{ resource: 'database', depth: 1, path: ['disk-sdb', 'database'] }]
