import { z } from 'zod'

/** A yes or no in a query: `1`, `true`, `0` or `false` (rules.md#requests-11). */
export const switchParam = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((text) => text === '1' || text === 'true')

/** A filter by a yes or no, as lists show it. */
export const switchFilter = z
  .array(z.enum(['0', '1', 'true', 'false']).transform((text) => String(text === '1' || text === 'true')))
  .optional()
