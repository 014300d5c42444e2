import { LIMITS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'

/** The schemas of values that many answers and bodies contain. */
export const { alertStatus, filter, severity, time } = SCHEMAS

/** A number of things. */
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

/** A name in a request; core trims it. */
export const name = z.string().meta({ maxLength: LIMITS.name })
/** A name that may not be empty. */
export const requiredName = z.string().meta({ minLength: 1, maxLength: LIMITS.name })
/** The id in a path. */
export const idParam = { id: z.string().meta({ description: 'The id, as lists and answers have it' }) }

/** An object with arbitrary keys. */
export const jsonObject = z.record(z.string(), z.unknown())

/**
 * A schema for each field of a type of core. If core adds a field, this does not compile until the field is described.
 */
export type FieldsOf<Answered> = Readonly<Record<keyof Answered, z.ZodType>>

/** The body of a success: the field `status` with the value `ok`, and the given fields (rules.md#answers-1). */
export function successBody<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ status: z.literal('ok').meta({ description: 'The request succeeded' }), ...shape })
}

/** The answer of a success: its status, and a body as {@link successBody} describes it. */
export function successResponse<const Fields extends object, const Status extends number = 200>(
  fields: Fields,
  status = 200 as Status,
): { readonly status: NoInfer<Status>; readonly body: { readonly status: 'ok' } & Fields } {
  return { status, body: { status: 'ok', ...fields } }
}

const switchText = z.enum(['0', '1', 'true', 'false'])

/** A boolean query parameter: `1`, `true`, `0` or `false` (rules.md#requests-11). */
export const boolean = switchText.transform(isTrue)

/** A boolean query parameter that is `false` if it is missing. */
export const switchParam = switchText.default('0').transform(isTrue)

function isTrue(sent: z.output<typeof switchText>): boolean {
  return sent === '1' || sent === 'true'
}

/** A whole number in a query. Any other text becomes NaN. Core refuses NaN like a number out of range. */
export const wholeNumber = z
  .string()
  .transform((text) => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN))
  .optional()

/** The JSON Schema of a range of whole numbers, for the OpenAPI document; core checks the range. */
export function rangeSchema(limits: { readonly min: number; readonly max?: number; readonly default: number }) {
  const { min, max } = limits
  return { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }), default: limits.default } as const
}
