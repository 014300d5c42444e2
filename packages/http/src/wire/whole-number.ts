import { z } from 'zod'

/** A whole number in a query. Any other text becomes NaN. Core refuses NaN like a number out of range. */
export const wholeNumber = z
  .string()
  .transform((text) => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN))
  .optional()

/** The JSON Schema of a range of whole numbers, for the OpenAPI document; core checks the range. */
export function range(limits: { readonly min: number; readonly max?: number; readonly default: number }) {
  const { min, max } = limits
  return { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }), default: limits.default } as const
}
