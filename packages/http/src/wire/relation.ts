import { LIMITS } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { name, requiredName } from './name.js'

const origin = {
  source: z.enum(RELATION_SOURCES).default('manual'),
  sourceRef: name.nullable().default(null),
}

/** The body of POST /api/resources/relations/bulk; core validates it. */
export const newRelations = z
  .object({
    relations: z
      .array(z.object({ resource: requiredName, parent: requiredName, environment: name.optional() }))
      .meta({ minItems: 1, maxItems: LIMITS.bulkRelations, description: 'The relations' }),
    environment: name.default('').meta({ description: 'The environment of items without one' }),
    ...origin,
  })
  .meta({
    id: 'NewRelations',
    examples: [{ environment: 'Production', relations: [{ resource: 'disk-sdb', parent: 'database' }] }],
  })

/** Whether a walk ended at its depth although more lies beyond. */
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
