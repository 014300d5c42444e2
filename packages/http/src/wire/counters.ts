import { z } from 'zod'

export const count = z.int().meta({ minimum: 0 })

/** How many objects of one kind are created, updated, removed and unchanged (rules.md#cmdb-answer-2). */
export const counters = z
  .strictObject({
    create: count.meta({ description: 'Objects that are new' }),
    update: count.meta({ description: 'Objects that change' }),
    remove: count.meta({ description: 'Objects that go away' }),
    unchanged: count.meta({ description: 'Objects that stay as they are' }),
  })
  .meta({ id: 'Counters', description: 'What is created, updated, removed and left unchanged' })
