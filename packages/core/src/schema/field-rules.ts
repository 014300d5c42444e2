/**
 * JSON Schema for rules over several fields of an object. The readers enforce these rules; the OpenAPI document says
 * them with keywords that generators of clients ignore, so that types stay plain.
 */
export type FieldRule = Readonly<Record<string, unknown>>

/** A text that is not blank. */
export const FILLED: FieldRule = { type: 'string', pattern: '\\S' }

/** The object has this field, with such a value. */
export function has(field: string, value: FieldRule): FieldRule {
  return { required: [field], properties: { [field]: value } }
}

/** If the object satisfies `condition`, it must satisfy `then`; if not, it must satisfy `otherwise`. */
export function when(condition: FieldRule, then: FieldRule, otherwise?: FieldRule): FieldRule {
  return { if: condition, then, ...(otherwise !== undefined && { else: otherwise }) }
}
