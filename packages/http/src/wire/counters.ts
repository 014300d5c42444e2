import { z } from 'zod'

export const count = z.int().meta({ minimum: 0 })

/** Sizes of one part of a plan (api.md, Import/report shapes). */
export const counters = z
  .strictObject({ create: count, update: count, remove: count, unchanged: count })
  .meta({ id: 'Counters' })
