import { z } from 'zod'

/** A boolean query parameter: `1`, `true`, `0` or `false` (rules.md#requests-11). */
export const switchParam = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((text) => text === '1' || text === 'true')

/** A boolean filter of a list. It is converted to the text `true` or `false`. */
export const switchFilter = z
  .array(z.enum(['0', '1', 'true', 'false']).transform((text) => String(text === '1' || text === 'true')))
  .optional()
