/**
 * A rule about several fields of an object, as JSON Schema for the OpenAPI document. The readers enforce these rules.
 * The keywords are those that generators of client code ignore, so the generated types stay simple.
 */
export type FieldRule = Readonly<Record<string, unknown>>

/** A text that is not blank. */
export const FILLED_TEXT: FieldRule = { type: 'string', pattern: '\\S' }

/** Requires that an object has this field, with a value that satisfies `value`. */
export function fieldHas(field: string, value: FieldRule): FieldRule {
  return { required: [field], properties: { [field]: value } }
}

/** If the object satisfies `condition`, it must satisfy `then`; if not, it must satisfy `otherwise`. */
export function ifThenElse(condition: FieldRule, then: FieldRule, otherwise?: FieldRule): FieldRule {
  return { if: condition, then, ...(otherwise !== undefined && { else: otherwise }) }
}
