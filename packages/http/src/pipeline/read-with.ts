import { OpsgraphError } from '@opsgraph/core'
import type { z } from 'zod'

/**
 * Validates input against a schema.
 *
 * @throws OpsgraphError `invalid`, naming the first invalid field
 */
export function readWith<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent, { reportInput: true })
  if (result.success) return result.data
  throw new OpsgraphError('invalid', describe(result.error.issues[0]))
}

/** Validates input against a schema (see {@link readWith}). Skips the validation if the schema has no fields. */
export function readObject<Schema extends z.ZodObject>(schema: Schema, sent: unknown): z.output<Schema> {
  for (const _name in schema.shape) return readWith(schema, sent)
  return {} as z.output<Schema>
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const field = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.map(String).join('.')
  switch (issue?.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${field} is required` : `${field} must be ${withArticle(issue.expected)}`
    case 'invalid_value':
      return issue.input === undefined ? `${field} is required` : `${field} must be one of ${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `unknown fields: ${issue.keys
        .slice(0, 10)
        .map((key) => key.slice(0, 100))
        .join(', ')}`
    default:
      return `${field} is not valid`
  }
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
