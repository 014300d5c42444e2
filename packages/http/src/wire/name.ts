import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'

/** A name in a request; core trims it. */
export const name = z.string().meta({ maxLength: LIMITS.name })
/** A name that may not be empty. */
export const requiredName = z.string().meta({ minLength: 1, maxLength: LIMITS.name })
/** The id in a path. */
export const idParam = { id: z.string().meta({ description: 'The id, as lists and answers have it' }) }
