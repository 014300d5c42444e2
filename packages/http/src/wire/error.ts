import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'

/** One fault of what was sent. */
export const issue = z
  .strictObject({ code: z.string(), path: z.string(), message: z.string() })
  .meta({ id: 'Issue', description: 'One fault; path says where it stands in what was sent' })

/** The body of every answer that is not a success (decisions.md 2). */
export const errorAnswer = z
  .strictObject({
    status: z.literal('error'),
    code: z.int().meta({ description: 'The HTTP status' }),
    message: z.string(),
    requestId: z.string().meta({ maxLength: LIMITS.requestId }),
    errors: z.array(issue).optional(),
  })
  .meta({ id: 'Error' })
