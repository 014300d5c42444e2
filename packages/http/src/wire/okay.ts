import { z } from 'zod'

/** The body of a success: the field `status` with the value `ok`, and the given fields (rules.md#answers-1). */
export function okay<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ status: z.literal('ok').meta({ description: 'The request succeeded' }), ...shape })
}
