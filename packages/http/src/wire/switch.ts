import { z } from 'zod'

/** A boolean query parameter: `1`, `true`, `0` or `false` (rules.md#requests-11). */
export const switchParam = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((text) => text === '1' || text === 'true')
