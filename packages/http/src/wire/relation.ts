import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import { name } from './name.js'

/** Whether a walk ended at its depth, although it would have reached further resources with a larger depth. */
export const cut = {
  cut: z.boolean().meta({ description: 'true = more lies beyond the last level of the walk' }),
  cutAt: z.array(name).meta({
    maxItems: LIMITS.cutAt,
    description: 'Resources of the last level beyond which more lies; perhaps not all of them',
  }),
}

/** A traversal entry (rules.md#traversal). */
export const traversalEntry = z
  .strictObject({
    resource: name,
    depth: z.int().meta({ description: 'The number of relations from the start; 1 = direct' }),
    path: z.array(name).meta({ description: 'From the start to this resource, both included' }),
  })
  .meta({ id: 'TraversalEntry', description: 'A resource that the walk reached' })
