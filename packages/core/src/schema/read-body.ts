import { z } from 'zod'
import { isObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { truncateForMessage } from '../truncate-for-message.js'
import {
  type BodyIssue,
  bodyError,
  bodyIssue,
  codeOfMessage,
  type Faults,
  joinPath,
  prefixIssuePath,
  REQUIRED_MESSAGE,
} from './body-error.js'

/**
 * Reads a body by its schema.
 *
 * @param path the path of the value in the body; an empty path = the body itself
 * @throws OpsgraphError `invalid` with all faults, in the order of the schema's fields
 */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown, path = ''): z.output<Schema> {
  const read = tryBody(schema, body, path)
  if ('faults' in read) throw bodyError(read.faults)
  return read.data
}

/** Like {@link readBody}, but returns the faults instead of throwing. */
export function tryBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  path = '',
): { readonly data: z.output<Schema> } | { readonly faults: readonly BodyIssue[] } {
  // The copy has only own properties: an inherited property, such as `constructor`, is not a field.
  const sent = isObject(body) ? { ...body } : body
  const { data, error } = schema.safeParse(sent, { error: defaultMessage, reportInput: true })
  if (error === undefined) return { data: data as z.output<Schema> }
  return { faults: error.issues.flatMap((issue) => bodyIssuesOf(issue, joinPath(path, pathOf(issue.path)))) }
}

/**
 * Reads the fields of a body that have no faults, so that rules about several fields can be checked too, and one error
 * names all faults.
 *
 * @param read reads a body in which each field may be missing
 * @throws OpsgraphError `invalid` if the body is no object
 */
export function readFieldsOrAddFaults<Read>(read: (body: unknown) => Read, body: unknown, faults: Faults) {
  const faulty = new Set<string>()
  const isFaulty = (path: string) => faulty.has(path.split(/[.[]/, 1)[0] ?? path)
  for (let rest = body; ; ) {
    const before = faults.list.length
    const found = faults.of(() => ({ read: read(rest) }))
    if (found !== undefined) return { ...found, faulty }
    if (!isObject(rest) || faults.list.length >= LIMITS.issues) throw bodyError(faults.list)
    for (const { path } of faults.list.slice(before)) faulty.add(path.split(/[.[]/, 1)[0] ?? path)
    rest = Object.fromEntries(Object.entries(rest).filter(([name]) => !isFaulty(pathKeyText(name))))
  }
}

/**
 * Makes a schema from a hand-written reader. For example, filters need such a reader, because their limits apply to
 * sums over the whole filter.
 *
 * @param read throws OpsgraphError `invalid` whose issues have paths inside of the value
 * @param described the schema of the value in the OpenAPI document, as a zod schema or as JSON Schema
 */
export function schemaFromReader<Read, Sent>(
  read: (sent: unknown) => Read,
  described: z.ZodType | Readonly<Record<string, unknown>>,
) {
  const schema = z.unknown().transform((sent, context) => {
    try {
      return read(sent)
    } catch (error) {
      if (!(error instanceof OpsgraphError) || error.issues.length === 0) throw error
      for (const issue of error.issues) context.addIssue({ code: 'custom', message: issue.message, params: { issue } })
      return z.NEVER
    }
  })
  return schema.meta(described instanceof z.ZodType ? { describedBy: described } : described) as unknown as z.ZodType<
    Read,
    Sent
  >
}

/**
 * Adds a rule about several fields to the schema of an object. The rule is checked even if some fields have faults; for
 * these fields, it sees the values as they were sent.
 */
export function withRule<Schema extends z.ZodType>(
  schema: Schema,
  faultsOf: (body: Readonly<Record<string, unknown>>) => readonly BodyIssue[],
): Schema {
  const addFaults = (body: unknown, context: z.core.$RefinementCtx) => {
    for (const issue of faultsOf(body as Readonly<Record<string, unknown>>)) {
      context.addIssue({ code: 'custom', message: issue.message, params: { issue } })
    }
  }
  return schema.superRefine(addFaults, { when: ({ value }) => isObject(value) })
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (outer, key) => joinPath(outer, typeof key === 'number' ? `[${key}]` : pathKeyText(key)),
    '',
  )
}

function pathKeyText(key: PropertyKey): string {
  return truncateForMessage(String(key))
}

function bodyIssuesOf(issue: z.core.$ZodIssue, path: string): readonly BodyIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => bodyIssue('unknownField', joinPath(path, pathKeyText(key)), 'is not a known field'))
  }
  const inner = issue.code === 'custom' ? (issue.params?.issue as BodyIssue | undefined) : undefined
  if (inner === undefined) return [bodyIssue(codeOfMessage(issue.message), path, issue.message)]
  return [prefixIssuePath(path, inner)]
}

/** The default message for a fault of a value, if its schema has no message. */
function defaultMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code !== 'invalid_type') return undefined
  const isField = typeof issue.path?.at(-1) === 'string'
  if (isField && (issue.input ?? undefined) === undefined) return REQUIRED_MESSAGE
  return TYPE_MESSAGES[issue.expected] ?? `must be a ${issue.expected}`
}

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}
