import { z } from 'zod'

const text = z.enum(['0', '1', 'true', 'false'])

/** A boolean query parameter: `1`, `true`, `0` or `false` (rules.md#requests-11). */
export const boolean = text.transform(isTrue)

/** A boolean query parameter that is `false` if it is missing. */
export const switchParam = text.default('0').transform(isTrue)

function isTrue(sent: z.output<typeof text>): boolean {
  return sent === '1' || sent === 'true'
}
