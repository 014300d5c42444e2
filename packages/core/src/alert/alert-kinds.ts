import { z } from 'zod'
import { isJson, isObject, type JsonObject, type JsonValue, NOT_JSON_MESSAGE } from '../json-value.js'
import { define, type Kind, NAME, REFERENCE, REQUIRED_NAME, STORED_TIME, timeSchema } from '../schema/field.js'
import { type Field, nullable, optional, optionalWithoutDefault, required } from '../schema/noun.js'
import { ALERT_STATUS, SEVERITY } from './alert-enums.js'
import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldKind, type AlertFieldName } from './alert-fields.js'
import { NOT_A_TIME_MESSAGE, NOT_SECONDS_MESSAGE } from './read-alert.js'

/** A text, or a number or a boolean, which is converted to a text. */
export const SCALAR_AS_TEXT_SCHEMA = /* @__PURE__ */ define(() =>
  z.union([z.string(), z.number(), z.boolean()], { error: 'must be a string' }).transform(String),
)

const JSON_VALUE_SCHEMA = /* @__PURE__ */ define(() =>
  z.unknown().check(({ value, issues }) => {
    if (!isJson(value)) issues.push({ code: 'custom', input: value, message: NOT_JSON_MESSAGE })
  }),
) as z.ZodType<JsonValue, JsonValue>

/** A JSON object with any keys. */
export const JSON_OBJECT_SCHEMA = /* @__PURE__ */ define(() =>
  JSON_VALUE_SCHEMA.check(({ value, issues }) => {
    if (!isObject(value)) issues.push({ code: 'custom', input: value, message: 'must be an object' })
  }).meta({ type: 'object', additionalProperties: {} }),
) as unknown as z.ZodType<JsonObject, JsonObject>

/** A whole number of seconds that JSON can carry exactly. */
export const SECONDS_SCHEMA = /* @__PURE__ */ define(() =>
  z.int({ error: NOT_SECONDS_MESSAGE }).check(z.nonnegative({ error: NOT_SECONDS_MESSAGE })),
)

/**
 * The schemas for each kind of alert field, as it is sent and as it is stored. `readAlert` accepts the same values, and
 * is faster.
 */
const SCHEMA_BY_FIELD_KIND: Readonly<Record<AlertFieldKind, z.ZodType | Kind>> = /* @__PURE__ */ define(() => ({
  requiredName: REQUIRED_NAME,
  // An empty name counts as missing.
  name: { sent: NAME.transform((name) => (name === '' ? null : name)), stored: NAME },
  reference: { sent: REFERENCE, stored: z.string() },
  severity: SEVERITY,
  status: ALERT_STATUS,
  text: z.string(),
  value: {
    sent: z.union([z.string(), z.number()], { error: 'must be a string' }).transform(String),
    stored: z.string(),
  },
  texts: { sent: z.array(SCALAR_AS_TEXT_SCHEMA), stored: z.array(z.string()) },
  names: {
    sent: z
      .array(SCALAR_AS_TEXT_SCHEMA.pipe(NAME))
      .transform((names) => [...new Set(names.filter((name) => name !== ''))]),
    stored: z.array(NAME),
  },
  object: JSON_OBJECT_SCHEMA,
  json: JSON_VALUE_SCHEMA,
  seconds: SECONDS_SCHEMA,
  time: { sent: timeSchema(NOT_A_TIME_MESSAGE), stored: STORED_TIME },
}))

/** Describes the fields that a sender may fill in, for the noun `ALERT`. */
export function senderFields(): Readonly<Record<AlertFieldName, Field>> {
  return Object.fromEntries(ALERT_FIELD_NAMES.map((name) => [name, alertFieldSchema(name)])) as Record<
    AlertFieldName,
    Field
  >
}

function alertFieldSchema(name: AlertFieldName): Field {
  const { kind, description, ...rest } = ALERT_FIELDS[name]
  const schema = SCHEMA_BY_FIELD_KIND[kind] as z.ZodType
  const fallback = 'default' in rest ? rest.default : DEFAULT_BY_FIELD_KIND[kind]
  if (kind === 'requiredName') return required(schema, { description })
  if (fallback === undefined) return optionalWithoutDefault(schema, { description })
  const isNullable = fallback === null && kind !== 'json'
  const field = isNullable ? nullable(schema, { description }) : optional(schema, fallback, { description })
  return { ...field, sent: field.sent.meta({ default: fallback }) }
}

/** The values of lists and objects that are not sent. */
const DEFAULT_BY_FIELD_KIND: Readonly<Partial<Record<AlertFieldKind, unknown>>> = { texts: [], names: [], object: {} }
