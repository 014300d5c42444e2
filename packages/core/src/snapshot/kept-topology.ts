import { z } from 'zod'
import { define } from '../schema/field.js'
import { NODE } from '../topology/graph.js'
import { NODE_CLAIMS } from '../topology/node-claims.js'
import { TOPOLOGY } from '../topology/topology.js'

/** A topology in a snapshot, for the OpenAPI document. `readTopology` reads it. */
export const KEPT_TOPOLOGY = /* @__PURE__ */ define(() => {
  const node = NODE.stored
    .extend({
      claims: NODE_CLAIMS.optional().meta({ description: 'What each CMDB states, unless it follows from params' }),
    })
    .meta({ id: 'KeptNode', description: 'A node as a snapshot has it' })
  return TOPOLOGY.stored
    .omit({ service_kpi: true })
    .extend({ nodes: z.array(node).meta({ description: 'The service, its environments and its resources' }) })
    .meta({ id: 'KeptTopology', description: 'A topology as a snapshot has it' })
})
