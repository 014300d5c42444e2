import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldKind, type AlertFieldName } from '@opsgraph/core/pure'
import { z } from 'zod'
import { ALERT_FIELD_MEANINGS } from './alert-fields.js'
import { jsonObject } from './json-object.js'
import { name, requiredName } from './name.js'
import { alertStatus, severity } from './stored.js'

const texts = z.array(z.union([z.string(), z.number(), z.boolean()])).default([])

/** The schema of a field in a request, by its kind; core validates the value. */
const SENT: Readonly<Record<AlertFieldKind, z.ZodType>> = {
  requiredName,
  name,
  reference: name,
  severity,
  status: alertStatus.optional(),
  text: z.string(),
  value: z.union([z.string(), z.number()]),
  texts,
  names: texts,
  object: jsonObject.default({}),
  json: z.unknown().optional(),
  seconds: z.int().meta({ minimum: 0 }),
  time: z.string().meta({ format: 'date-time' }).optional(),
}

function sentField(field: AlertFieldName): z.ZodType {
  const { kind, ...rest } = ALERT_FIELDS[field]
  const sent = SENT[kind]
  const fallback = 'default' in rest ? rest.default : undefined
  if (fallback === undefined || kind === 'json') return sent
  return fallback === null ? sent.nullable().default(null) : sent.default(fallback)
}

/** The body of POST /api/alert; core validates it and ignores other fields (rules.md#receiving-an-alert). */
export const newAlert = z
  .object(
    Object.fromEntries(
      ALERT_FIELD_NAMES.map((field) => [field, sentField(field).meta({ description: ALERT_FIELD_MEANINGS[field] })]),
    ),
  )
  .meta({
    id: 'NewAlert',
    examples: [
      {
        environment: 'Production',
        resource: 'disk-sdb',
        event: 'DiskFull',
        severity: 'critical',
        service: ['shop'],
        text: '98 % used',
      },
    ],
  })
