import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { define } from '../schema/field.js'
import { schemaFromReader } from '../schema/read-body.js'
import { type AnsweredFilter, CLAUSE_OPERATORS, type Filter, GROUP_OPERATORS } from './filter.js'
import { type FilterInput, readFilter } from './read-filter.js'

const SCALAR = /* @__PURE__ */ define(() => z.union([z.string(), z.number(), z.boolean()]))

const CLAUSE = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      key: z.string().meta({ minLength: 1, description: 'A dotted path into the alert' }),
      op: z.enum(CLAUSE_OPERATORS).meta({ description: 'How the value of the alert is compared' }),
      value: z.union([SCALAR, z.array(SCALAR)]).meta({ description: 'A list for IN and NOT IN only' }),
    })
    .meta({ id: 'FilterClause', description: 'A condition on one value of an alert' }),
)

function groupSchema(id: string): z.ZodType<AnsweredFilter> {
  const group = z
    .strictObject({
      operator: z.enum(GROUP_OPERATORS).optional().meta({ description: 'AND when omitted' }),
      get clauses() {
        return z
          .array(z.union([CLAUSE, group]))
          .optional()
          .meta({ maxItems: LIMITS.filterClauses })
      },
    })
    .meta({
      id,
      description: `A filter without clauses matches every alert. At most ${LIMITS.filterDepth} levels and ${LIMITS.filterClauses} clauses.`,
      examples: [{ operator: 'AND', clauses: [{ key: 'attributes.region', op: 'IN', value: ['eu', 'us'] }] }],
    })
  return group as unknown as z.ZodType<AnsweredFilter>
}

/**
 * The schema of a filter in the body of a request. A field that is `null` counts as left out. Filters in answers never
 * have such fields.
 */
export const NEW_FILTER = /* @__PURE__ */ define(() => groupSchema('NewFilter'))

/** A filter in bodies and answers (rules.md#filter-form). */
export const FILTER = /* @__PURE__ */ define(() => ({
  sent: schemaFromReader<Filter, FilterInput>((sent) => readFilter(sent, ''), NEW_FILTER),
  stored: groupSchema('Filter'),
}))
