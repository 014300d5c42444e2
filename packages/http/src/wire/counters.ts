import { z } from 'zod'

export const count = z.int().meta({ minimum: 0 })

/** The numbers of changes of one kind (rules.md#cmdb-answer-2). */
export const counters = z
  .strictObject({ create: count, update: count, remove: count, unchanged: count })
  .meta({ id: 'Counters' })
