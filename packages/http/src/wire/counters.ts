import { z } from 'zod'

export const count = z.int().meta({ minimum: 0 })

/** How many objects of one kind are created, updated, removed and unchanged (rules.md#cmdb-answer-2). */
export const counters = z
  .strictObject({ create: count, update: count, remove: count, unchanged: count })
  .meta({ id: 'Counters' })
