import { z } from 'zod'

/** A whole number in a query. Other text becomes NaN, which core refuses with the range that it knows. */
export const wholeNumber = z
  .string()
  .transform((text) => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN))
  .optional()

/** How a range of whole numbers looks in the document; core checks it. */
export function range(limits: { readonly min: number; readonly max?: number; readonly default: number }) {
  const { min, max } = limits
  return { type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }), default: limits.default } as const
}
