import { LIMITS, SCHEMAS } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { name } from './fields.js'

/** Whether a traversal stopped at its maximum depth, although there are further resources beyond it. */
export const cutFields = {
  cut: z.boolean().meta({ description: 'true = there are further resources beyond the last level of the walk' }),
  cutAt: z.array(name).meta({
    maxItems: LIMITS.cutAt,
    description: 'Resources of the last level from which the walk would continue; perhaps not all of them',
  }),
}

/** A claim of a relation (rules.md#relation-claims). */
export const relationClaim = z
  .strictObject({
    source: z.enum(RELATION_SOURCES),
    sourceRef: z.string().nullable().meta({ description: 'The exact origin, such as the name of a CMDB' }),
    firstTime: SCHEMAS.time.meta({ description: 'When this source stated the relation first' }),
    lastTime: SCHEMAS.time.meta({ description: 'When this source stated the relation last' }),
  })
  .meta({ id: 'RelationClaim', description: 'What one source states about a relation' })

/** A traversal entry (rules.md#traversal). */
export const traversalEntry = z
  .strictObject({
    resource: name,
    depth: z.int().meta({ description: 'The number of relations from the start; 1 = direct' }),
    path: z.array(name).meta({ description: 'From the start to this resource, both included' }),
  })
  .meta({ id: 'TraversalEntry', description: 'A resource that the walk reached' })
