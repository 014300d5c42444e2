import { LIMITS } from '@opsgraph/core'
import { ALERT_FIELD_NAMES, ALERT_FIELDS } from '@opsgraph/core/pure'
import { z } from 'zod'
import type { jsonObject } from './json-object.js'

/** A path into a payload. */
export const path = z
  .string()
  .meta({ maxLength: LIMITS.payloadPath, examples: ['alerts[0].host', 'labels["app.name"]'] })

const pathObject = z
  .strictObject({
    path: path.meta({ description: 'Where the value is' }),
    join: z
      .string()
      .nullish()
      .meta({ description: 'The separator that joins the elements of the list at the path into one text' }),
    keys: z.boolean().nullish().meta({ description: 'true = the list of the keys of the object at the path' }),
    expand: z.boolean().nullish().meta({ description: 'true = one alert for each element; the path must contain []' }),
    if_true: z.unknown().optional().meta({ description: 'The value for a true value at the path' }),
    if_false: z.unknown().optional().meta({ description: 'The value for a false value at the path' }),
  })
  .meta({
    id: 'MappedPath',
    description: 'At most one of expand, the pair join and keys, and the pair if_true and if_false',
  })

const value = z.union([path, z.number(), z.boolean(), z.null(), pathObject]).meta({
  id: 'MappingValue',
  description: 'A text is a path into the payload; a number or a boolean is a literal value',
})

const attributes = z
  .record(z.string(), z.union([value, z.lazy((): z.ZodType => attributes).meta({ description: 'Nested attributes' })]))
  .meta({ id: 'MappedAttributes', description: `At most ${LIMITS.webhookAttributeDepth} levels` })

function ofFields<Schema extends z.ZodType>(schema: Schema): Readonly<Record<string, z.ZodOptional<Schema>>> {
  return Object.fromEntries(
    ALERT_FIELD_NAMES.map((field) => [field, schema.optional().meta({ description: ALERT_FIELDS[field].description })]),
  )
}

const fields = z
  .strictObject({
    ...ofFields(value),
    attributes: z
      .union([attributes, value])
      .optional()
      .meta({ description: 'The source of each attribute, or of all attributes' }),
  })
  .meta({
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
  })

/** Describes field mappings in the OpenAPI document. The values pass through unchanged, since core validates them. */
export const fieldMappings = fields as unknown as typeof jsonObject

/** The default value of each field, which is used if the mapping of the field gives no value. */
export const defaultValues = z.strictObject(ofFields(z.unknown())).meta({
  id: 'DefaultValues',
  description: 'The value of each field of an alert to which the mapping gives no value',
  examples: [{ environment: 'Production', type: 'monitoring' }],
}) as unknown as typeof jsonObject

/** The result of a mapping, before it is validated as an alert. */
export const mappedAlert = z
  .strictObject(ofFields(z.unknown()))
  .meta({ id: 'MappedAlert', description: 'What the mapping gives for each field of an alert' })
