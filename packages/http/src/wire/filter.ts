import { LIMITS } from '@opsgraph/core'
import { CLAUSE_OPERATORS, GROUP_OPERATORS } from '@opsgraph/core/pure'
import { z } from 'zod'

const scalar = z.union([z.string(), z.number(), z.boolean()])

const clause = z
  .strictObject({
    key: z.string().meta({ minLength: 1, description: 'A dotted path into the alert' }),
    op: z.enum(CLAUSE_OPERATORS).meta({ description: 'How the value of the alert is compared' }),
    value: z.union([scalar, z.array(scalar)]).meta({ description: 'A list for IN and NOT IN only' }),
  })
  .meta({ id: 'FilterClause', description: 'A condition on one value of an alert' })

/** A condition on alerts (rules.md#filters), in bodies and answers; core validates it. */
export const filter = z
  .strictObject({
    operator: z.enum(GROUP_OPERATORS).optional().meta({ description: 'AND when omitted' }),
    get clauses() {
      return z
        .array(z.union([clause, filter]))
        .optional()
        .meta({ maxItems: LIMITS.filterClauses })
    },
  })
  .meta({
    id: 'Filter',
    description: `A filter without clauses matches every alert. At most ${LIMITS.filterDepth} levels and ${LIMITS.filterClauses} clauses.`,
    examples: [{ operator: 'AND', clauses: [{ key: 'attributes.region', op: 'IN', value: ['eu', 'us'] }] }],
  })
