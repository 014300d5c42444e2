import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import type { jsonObject } from './json-object.js'
import { newAlert } from './new-alert.js'

const path = z.string().meta({ maxLength: LIMITS.payloadPath, examples: ['alerts[0].host', 'labels["app.name"]'] })

const pathObject = z
  .strictObject({
    path,
    join: z.string().nullish().meta({ description: 'Between the elements of the list at the path, in one text' }),
    expand: z.boolean().nullish().meta({ description: 'true = an alert for each element; the path has [] in it' }),
    if_true: z.unknown().optional().meta({ description: 'What a yes at the path stands for' }),
    if_false: z.unknown().optional().meta({ description: 'What a no at the path stands for' }),
  })
  .meta({ id: 'MappedPath', description: 'With one of join, expand, or if_true and if_false, or none of them' })

const value = z.union([path, z.number(), z.boolean(), z.null(), pathObject]).meta({
  id: 'MappingValue',
  description: 'A text is a path into the payload; a number or a boolean stands for itself',
})

const attributes = z
  .record(
    z.string(),
    z.union([value, z.lazy((): z.ZodType => attributes).meta({ description: 'Attributes inside of an attribute' })]),
  )
  .meta({ id: 'MappedAttributes', description: `At most ${LIMITS.webhookAttributeDepth} levels` })

const FIELDS = Object.keys(newAlert.shape)

function ofFields<Schema extends z.ZodType>(schema: Schema): Readonly<Record<string, z.ZodOptional<Schema>>> {
  return Object.fromEntries(FIELDS.map((field) => [field, schema.optional()]))
}

const fields = z.strictObject({ ...ofFields(value), attributes: z.union([attributes, value]).optional() }).meta({
  id: 'FieldMappings',
  description: 'Where each field of an alert comes from (docs/rules.md#mapping-values)',
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

/** Described in full; it goes in and out as it is stored, which only core reads. */
export const fieldMappings = fields as unknown as typeof jsonObject

/** What a field holds when its mapping gives nothing. */
export const defaultValues = z.strictObject(ofFields(z.unknown())).meta({
  id: 'DefaultValues',
  examples: [{ environment: 'Production', type: 'monitoring' }],
}) as unknown as typeof jsonObject

/** What a mapping makes of a payload, before it is read as an alert. */
export const mappedAlert = z.strictObject(ofFields(z.unknown())).meta({ id: 'MappedAlert' })
