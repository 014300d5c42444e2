import { createOpsgraph } from '@opsgraph/core'
import { drawMermaid } from '@opsgraph/draw'
import { MemoryStore } from '@opsgraph/store-memory'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
/** @type {import('@opsgraph/core').Caller} */
const me = { user: 'me', scopes: ['admin'], requestId: null }
const topology = await opsgraph.createTopology(me, {
  name: 'Shop',
  description: 'What we sell with',
  service: 'shop',
  nodes: [
    { id: 'shop', kind: 'service', label: 'shop' },
    { id: 'production', kind: 'environment', label: 'Production' },
  ],
  edges: [{ source: 'shop', target: 'production' }],
})
console.log(drawMermaid(topology)) // flowchart TB …
