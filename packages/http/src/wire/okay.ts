import { z } from 'zod'

/** The body of a success: `status` `ok` and the given fields, no others (api.md, Conventions). */
export function okay<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ status: z.literal('ok'), ...shape })
}
