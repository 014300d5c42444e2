import { SCHEMAS } from '@opsgraph/core'
import type { z } from 'zod'

/** The schemas of values that many answers and bodies contain. */
export const { alertStatus, filter, severity, time } = SCHEMAS

/** A schema for each field of a type of core, so that a field that core adds is described too. */
export type FieldsOf<Answered> = Readonly<Record<keyof Answered, z.ZodType>>
