import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import { wholeNumber } from './whole-number.js'

const { min, max } = LIMITS.staleAfterDays

/** The query parameters of imports that say how much they may remove; core checks them. */
export const removals = {
  maxRemovals: z
    .string()
    .optional()
    .meta({
      description:
        'Refuse the import if it would remove more relations and nodes of its source than this: a number, a percentage of what the source has, or both, such as `20%,10`; the greater counts. Also refuses an import that would leave the source with nothing',
      examples: ['20%,10'],
    }),
  removeStaleAfter: wholeNumber.meta({
    ...({ type: 'integer', minimum: min, maximum: max } as const),
    description: 'Also remove the relations that this source has not stated for so many days',
  }),
}
