import { z } from 'zod'
import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldName } from '../../alert/alert-fields.js'
import { isJson, isObject, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { bodyFault } from '../../schema/body-error.js'
import { define } from '../../schema/field.js'
import { type FieldRule, fieldHas } from '../../schema/field-rules.js'
import { schemaFromReader } from '../../schema/read-body.js'
import { REQUIRED_FIELDS } from './check-coverage.js'

const PATH = { maxLength: LIMITS.payloadPath, examples: ['alerts[0].host', 'labels["app.name"]'] }

/** A list of payload paths. */
export const PATHS = /* @__PURE__ */ define(
  () =>
    z
      .array(
        z
          .string()
          .overwrite((path) => path.trim())
          .meta(PATH),
      )
      .meta({ maxItems: LIMITS.webhookJsonFields }) as z.ZodType<readonly string[], readonly string[]>,
)

const VALUE = /* @__PURE__ */ define(() => {
  const path = z.string().meta(PATH)
  const mappedPath = z
    .strictObject({
      path: path.meta({ description: 'Where the value is' }),
      join: z
        .string()
        .nullish()
        .meta({ description: 'The separator that joins the elements of the list at the path into one text' }),
      keys: z.boolean().nullish().meta({ description: 'true = the list of the keys of the object at the path' }),
      expand: z
        .boolean()
        .nullish()
        .meta({ description: 'true = one alert for each element; the path must contain []' }),
      if_true: z.unknown().optional().meta({ description: 'The value for a true value at the path' }),
      if_false: z.unknown().optional().meta({ description: 'The value for a false value at the path' }),
    })
    .meta({
      id: 'MappedPath',
      description: 'At most one of expand, the pair join and keys, and the pair if_true and if_false',
    })
  return z.union([path, z.number(), z.boolean(), z.null(), mappedPath]).meta({
    id: 'MappingValue',
    description: 'A text is a path into the payload; a number or a boolean is a literal value',
  })
})

const ATTRIBUTES: z.ZodType = /* @__PURE__ */ define(() =>
  z
    .record(
      z.string(),
      z.union([VALUE, z.lazy((): z.ZodType => ATTRIBUTES).meta({ description: 'Nested attributes' })]),
    )
    .meta({ id: 'MappedAttributes', description: `At most ${LIMITS.webhookAttributeDepth} levels` }),
)

/** An object schema with an optional property for each field of an alert. */
function fieldsSchema<Fields>(schemaOf: (field: AlertFieldName) => z.ZodType, meta: Readonly<Record<string, unknown>>) {
  const fields = ALERT_FIELD_NAMES.map((field) => {
    const { description } = ALERT_FIELDS[field]
    return [field, schemaOf(field).optional().meta({ description })] as const
  })
  return z.strictObject(Object.fromEntries(fields)).meta(meta) as unknown as z.ZodType<Fields>
}

/**
 * A schema that accepts any object. The properties of `stored` only describe the object in the OpenAPI document:
 * `readMapping` reads them.
 */
function storedUnread(stored: z.ZodType<JsonObject>) {
  return { sent: schemaFromReader<JsonObject, JsonObject>(readObject, stored), stored }
}

function readObject(sent: unknown): JsonObject {
  if (!isJson(sent)) throw bodyFault('', 'must be plain JSON that is not nested too deeply')
  if (!isObject(sent)) throw bodyFault('', 'must be an object')
  return sent as JsonObject
}

/** Where in a payload the value of each field of an alert is (rules.md#mapping-values). */
export const FIELD_MAPPINGS = /* @__PURE__ */ define(() => {
  const attributes = z.union([ATTRIBUTES, VALUE])
  const meta = {
    id: 'FieldMappings',
    description: 'The source of each field of an alert (docs/rules.md#mapping-values)',
    examples: [
      {
        resource: 'host.name',
        event: 'alarm',
        text: { path: 'messages', join: ', ' },
        severity: { path: 'isDown', if_true: 'critical', if_false: 'normal' },
        attributes: { region: 'labels.region' },
      },
    ],
  }
  return storedUnread(fieldsSchema((field) => (field === 'attributes' ? attributes : VALUE), meta))
})

/** The value that each field of an alert gets if the mapping gives none. */
export const DEFAULT_VALUES = /* @__PURE__ */ define(() => {
  const meta = {
    id: 'DefaultValues',
    description: 'The value of each field of an alert to which the mapping gives no value',
    examples: [{ environment: 'Production', type: 'monitoring' }],
  }
  return storedUnread(fieldsSchema(() => z.unknown(), meta))
})

/** The result of a mapping, before it is read as an alert. */
export const MAPPED_ALERT = /* @__PURE__ */ define(() =>
  fieldsSchema<Partial<Readonly<Record<AlertFieldName, JsonValue>>>>(() => z.unknown(), {
    id: 'MappedAlert',
    description: 'What the mapping gives for each field of an alert',
  }),
)

/**
 * The rule that each required field of alerts has a mapping or a default value (see `missingFields`), for the OpenAPI
 * document.
 */
export const COVERED: FieldRule = /* @__PURE__ */ define(() => {
  const mapped = { not: { type: 'null' }, pattern: '\\S' }
  const usable = { type: ['string', 'number', 'boolean'], pattern: '\\S' }
  const sourcesOf = (field: string) => [
    fieldHas('fieldMappings', fieldHas(field, mapped)),
    fieldHas('defaultValues', fieldHas(field, usable)),
  ]
  return { allOf: REQUIRED_FIELDS.map((field) => ({ anyOf: sourcesOf(field) })) }
})
