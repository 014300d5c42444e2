import { type Opsgraph, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { count, counters } from './counters.js'
import { okay } from './okay.js'
import type { FieldsOf } from './stored.js'

/** The answer to an undo (rules.md#plans-5). */
export const undoReport = okay({
  applied: z.boolean().meta({ description: 'false = a dry run' }),
  kind: SCHEMAS.planDocument.shape.kind,
  source: z.string().meta({ description: 'The source whose import is undone' }),
  relations: counters.meta({ description: 'create = comes back, remove = the plan had created it' }),
  topologies: counters.meta({ description: 'update = gets its former graph, remove = the plan had created it' }),
  catalogServices: z
    .strictObject({ remove: count.meta({ description: 'Entries that the plan had created' }) })
    .meta({ description: 'The entries of the service catalog' }),
  planHash: z.string().meta({ description: 'The plan that is undone' }),
} satisfies FieldsOf<Awaited<ReturnType<Opsgraph['undoPlan']>>>)
