import { z } from 'zod'
import { isJson, isObject, type JsonObject, type JsonValue, NO_JSON } from '../json-value.js'
import { define, type Kind, NAME, REFERENCE, REQUIRED_NAME, STORED_TIME, timeOr } from '../schema/field.js'
import { type Field, nullable, open, optional, required } from '../schema/noun.js'
import { ALERT_STATUS, SEVERITY } from './alert-enums.js'
import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldKind, type AlertFieldName } from './alert-fields.js'
import { NO_SECONDS, NO_TIME } from './read-alert.js'

/** A text, or a number or a boolean, which is converted to a text. */
export const SCALAR_AS_TEXT = /* @__PURE__ */ define(() =>
  z.union([z.string(), z.number(), z.boolean()], { error: 'must be a string' }).transform(String),
)

const JSON_VALUE = /* @__PURE__ */ define(() =>
  z.unknown().check(({ value, issues }) => {
    if (!isJson(value)) issues.push({ code: 'custom', input: value, message: NO_JSON })
  }),
) as z.ZodType<JsonValue, JsonValue>

/** A JSON object with any keys. */
export const OBJECT = /* @__PURE__ */ define(() =>
  JSON_VALUE.check(({ value, issues }) => {
    if (!isObject(value)) issues.push({ code: 'custom', input: value, message: 'must be an object' })
  }).meta({ type: 'object', additionalProperties: {} }),
) as unknown as z.ZodType<JsonObject, JsonObject>

/** A whole number of seconds that JSON can carry exactly. */
export const SECONDS = /* @__PURE__ */ define(() =>
  z.int({ error: NO_SECONDS }).check(z.nonnegative({ error: NO_SECONDS })),
)

/**
 * The schemas for each kind of alert field, as it is sent and as it is stored. `readAlert` accepts the same values, and
 * is faster.
 */
const SCHEMAS_OF_KINDS: Readonly<Record<AlertFieldKind, z.ZodType | Kind>> = /* @__PURE__ */ define(() => ({
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
  texts: { sent: z.array(SCALAR_AS_TEXT), stored: z.array(z.string()) },
  names: {
    sent: z.array(SCALAR_AS_TEXT.pipe(NAME)).transform((names) => [...new Set(names.filter((name) => name !== ''))]),
    stored: z.array(NAME),
  },
  object: OBJECT,
  json: JSON_VALUE,
  seconds: SECONDS,
  time: { sent: timeOr(NO_TIME), stored: STORED_TIME },
}))

/** Describes the fields that a sender may fill in, for the noun `ALERT`. */
export function senderFields(): Readonly<Record<AlertFieldName, Field>> {
  return Object.fromEntries(ALERT_FIELD_NAMES.map((name) => [name, toField(name)])) as Record<AlertFieldName, Field>
}

function toField(name: AlertFieldName): Field {
  const { kind, description, ...rest } = ALERT_FIELDS[name]
  const schema = SCHEMAS_OF_KINDS[kind] as z.ZodType
  const fallback = 'default' in rest ? rest.default : EMPTY_DEFAULTS[kind]
  if (kind === 'requiredName') return required(schema, { description })
  if (fallback === undefined) return open(schema, { description })
  const isNullable = fallback === null && kind !== 'json'
  const field = isNullable ? nullable(schema, { description }) : optional(schema, fallback, { description })
  return { ...field, sent: field.sent.meta({ default: fallback }) }
}

/** The values of lists and objects that are not sent. */
const EMPTY_DEFAULTS: Readonly<Partial<Record<AlertFieldKind, unknown>>> = { texts: [], names: [], object: {} }
