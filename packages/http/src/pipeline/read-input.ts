import { OpsgraphError } from '@opsgraph/core'
import { z } from 'zod'

/** The values of each query parameter, in the order of the URL. */
export type SentQuery = ReadonlyMap<string, readonly string[]>

/**
 * Reads the query of a URL, which follows the `?`.
 *
 * @throws OpsgraphError `invalid` for malformed percent-encoding
 */
export function parseQuery(url: string): SentQuery {
  const query = new Map<string, string[]>()
  const start = url.indexOf('?')
  if (start === -1) return query
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodeQueryText(equals === -1 ? pair : pair.slice(0, equals), 'a query parameter')
    const value =
      equals === -1 ? '' : decodeQueryText(pair.slice(equals + 1), `the query parameter ${truncateForMessage(name)}`)
    const values = query.get(name)
    if (values === undefined) query.set(name, [value])
    else values.push(value)
  }
  return query
}

/**
 * Converts each parameter to the type that its schema expects: a repeatable parameter becomes a list of texts, and any
 * other parameter becomes one text.
 *
 * @throws OpsgraphError `invalid` for an unknown parameter, because a mistyped filter must not be ignored; also for a
 *   parameter that occurs more than once although it is not repeatable
 */
export function arrangeQuery(query: SentQuery, shape: z.core.$ZodLooseShape): Record<string, unknown> {
  const arranged = [...query].map(([name, values]): [string, unknown] => {
    if (!Object.hasOwn(shape, name)) throw unknownParameter(name, Object.keys(shape))
    if (isRepeatable(shape[name])) return [name, values]
    if (values.length > 1) throw invalidInput(`${name} must be given once, not ${values.length} times`)
    return [name, values[0]]
  })
  return Object.fromEntries(arranged)
}

function unknownParameter(name: string, known: readonly string[]): OpsgraphError {
  const choice = known.length === 0 ? 'no parameter is known here' : `known here: ${known.join(', ')}`
  return invalidInput(`unknown query parameter: ${truncateForMessage(name)}; ${choice}`)
}

/** Whether a query parameter with this schema can be repeated. */
export function isRepeatable(schema: unknown): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodArray
}

function decodeQueryText(text: string, what: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidInput(`${what} holds malformed percent-encoding`)
  }
}

function truncateForMessage(name: string): string {
  return name.slice(0, 100)
}

function invalidInput(message: string): OpsgraphError {
  return new OpsgraphError('invalid', message)
}

/**
 * Validates input against a schema.
 *
 * @throws OpsgraphError `invalid`, naming the first invalid field
 */
export function readBySchema<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent, { reportInput: true })
  if (result.success) return result.data
  throw new OpsgraphError('invalid', describeIssue(result.error.issues[0]))
}

/** Validates input against a schema (see {@link readBySchema}). Skips the validation if the schema has no fields. */
export function readObject<Schema extends z.ZodObject>(schema: Schema, sent: unknown): z.output<Schema> {
  for (const _name in schema.shape) return readBySchema(schema, sent)
  return {} as z.output<Schema>
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
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
