import { ALERT_DEFAULTS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { jsonObject } from './json-object.js'
import { name, requiredName } from './name.js'
import { alertStatus, severity } from './severity.js'

const texts = z.array(z.union([z.string(), z.number(), z.boolean()])).default([])

/** The body of POST /api/alert; core validates it and ignores other fields (rules.md#receiving-an-alert). */
export const newAlert = z
  .object({
    resource: requiredName,
    event: requiredName,
    environment: requiredName,
    severity: severity.default(ALERT_DEFAULTS.severity),
    status: alertStatus.optional().meta({ description: 'Default: derived from the severity' }),
    correlate: texts,
    service: texts,
    group: z.string().default(ALERT_DEFAULTS.group),
    value: z.union([z.string(), z.number()]).default(''),
    text: z.string().default(''),
    tags: texts,
    attributes: jsonObject.default({}),
    origin: name.nullable().default(null),
    type: z.string().default(ALERT_DEFAULTS.type),
    timeout: z.int().default(ALERT_DEFAULTS.timeout).meta({ minimum: 0, description: 'Seconds' }),
    rawData: z.unknown().optional(),
    customer: z.string().nullable().default(null),
    resourceParent: name.nullable().default(null),
    resourceChildren: texts,
    createTime: z.string().optional().meta({ format: 'date-time', description: 'Default: the time of reception' }),
  })
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
