import { SCHEMAS } from '@opsgraph/core'
import type { z } from 'zod'

/** The schemas of values that many answers and bodies contain. */
export const { alertStatus, filter, severity, time } = SCHEMAS

/**
 * A schema for each field of a type of core. If core adds a field, this does not compile until the field is described.
 */
export type FieldsOf<Answered> = Readonly<Record<keyof Answered, z.ZodType>>
