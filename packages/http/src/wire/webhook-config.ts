import { LIMITS, SCHEMAS } from '@opsgraph/core'
import { AUTH_MODES, HEADER_SCHEMES, WARNING_CODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { jsonObject } from './json-object.js'
import { defaultValues, fieldMappings, path } from './mapping.js'
import { name } from './name.js'
import { filter, severity, time } from './stored.js'

const nullableTime = time.nullable()
const payload = z.union([jsonObject, z.array(z.unknown())])

const payloadEntry = {
  receivedAt: time,
  httpStatus: z.int(),
  sizeBytes: z.int(),
  oversized: z.boolean(),
  payload: payload.nullable(),
  message: z
    .string()
    .nullable()
    .meta({ description: 'What became of the delivery, or why it failed; null = all went well' }),
}
const historyEntry = z
  .strictObject(payloadEntry)
  .meta({ id: 'WebhookHistoryEntry', description: 'A delivery as it was received' })
const errorEntry = z
  .strictObject({ ...payloadEntry, traceback: z.string().nullable() })
  .meta({ id: 'WebhookErrorEntry', description: 'A delivery that failed' })

const ttlSeconds = z.int().meta({ minimum: 1, maximum: LIMITS.webhookDeduplication })
const deduplication = z
  .union([
    z.strictObject({ header: z.string().meta({ description: 'The header with the deduplication key' }), ttlSeconds }),
    z.strictObject({ path: z.string().meta({ description: 'The payload path of the deduplication key' }), ttlSeconds }),
  ])
  .meta({
    id: 'WebhookDeduplication',
    description: 'How a repeated delivery is recognized: by a header, or by a value of the payload',
  })

const webhookId = z.string().meta({ maxLength: LIMITS.name, pattern: '^[A-Za-z0-9_-]+$' })
const identity = { name, description: z.string(), sourceId: name }
export const payloadFormat = z
  .enum(['json', 'lenient', 'form', 'query'])
  .meta({ description: 'How a delivery is written; query = in the query of its URL' })
export const base64Fields = z
  .array(path)
  .meta({ maxItems: LIMITS.webhookJsonFields, description: 'Paths of texts to decode from base64, before jsonFields' })
export const jsonFields = z
  .array(path)
  .meta({ maxItems: LIMITS.webhookJsonFields, description: 'Paths of texts to read as JSON' })
const timezone = z.string().meta({
  description: 'The IANA name of the time zone of times that the sender writes without a zone; default UTC',
  examples: ['Europe/Berlin'],
})
const mapping = {
  fieldMappings,
  defaultValues,
  arrayPath: z.string(),
  payloadFormat,
  base64Fields,
  jsonFields,
  testPayloads: filter.nullable().meta({ description: 'Payloads that are answered 200 and create no alerts' }),
  timezone,
}

const { min, max } = LIMITS.webhookExpectEvery
const expectation = {
  expectEvery: z
    .int()
    .meta({ minimum: min, maximum: max })
    .nullable()
    .meta({ description: 'A delivery is expected every so many seconds; null = the sender may be silent' }),
  expectSeverity: severity,
}
const silentSince = nullableTime.meta({
  description: 'If a delivery is overdue: since when the webhook waits for it; otherwise null',
})

const authSummary = {
  authMode: z.enum(AUTH_MODES),
  authHeaderScheme: z.enum(HEADER_SCHEMES).nullable(),
  authHeaderName: z.string().nullable(),
  authSecretSet: z.boolean(),
  authSecretPlaintext: z.string().nullable(),
  authSecretStale: z.boolean(),
  authSecretPreviousSet: z.boolean(),
  authSecretPreviousExpires: nullableTime,
  apiKeyId: z.string().nullable(),
}

const common = {
  id: webhookId,
  ...identity,
  createdBy: z.string(),
  enabled: z.boolean(),
  ...expectation,
  silentSince,
  createTime: time,
  updateTime: time,
  ...authSummary,
}

/** The alert policies of a webhook, in the order in which they run. */
export const webhookPolicies = z.array(SCHEMAS.alertPolicy.stored)
const ifAsked = webhookPolicies
  .optional()
  .meta({ description: 'The alert policies of the webhook; only with policies=1' })

/** A stored webhook with its histories (rules.md#webhook-configuration). */
export const webhookConfig = z
  .strictObject({
    ...common,
    ...mapping,
    deduplication: deduplication
      .nullable()
      .meta({ description: 'How a repeated delivery is recognized; null = not at all' }),
    payloadHistory: z.array(historyEntry).meta({ maxItems: LIMITS.webhookHistory }),
    errorHistory: z.array(errorEntry).meta({ maxItems: LIMITS.webhookHistory }),
    policies: ifAsked,
  })
  .meta({ id: 'WebhookConfig', description: 'A webhook' })

const warning = z
  .strictObject({
    code: z.enum(WARNING_CODES.webhook).meta({ description: 'The kind of warning' }),
    path: z.string(),
    message: z.string(),
  })
  .meta({ id: 'WebhookWarning', description: 'An accepted setting that should be improved' })
export const webhookWarnings = z.array(warning).meta({ description: 'Accepted settings that should be improved' })

const count = z.int().meta({ minimum: 0, maximum: LIMITS.webhookHistory })

/** A webhook in a list. */
export const webhookSummary = z
  .strictObject({
    ...common,
    payloadHistoryCount: count,
    lastPayloadAt: nullableTime,
    errorHistoryCount: count,
    lastErrorAt: nullableTime,
    policies: ifAsked,
  })
  .meta({ id: 'WebhookSummary', description: 'A webhook in a list' })

const ignored = z.unknown().optional().meta({ description: 'Ignored' })
const IGNORED = {
  createdBy: ignored,
  createTime: ignored,
  updateTime: ignored,
  authSecretSet: ignored,
  authSecretPlaintext: ignored,
  authSecretStale: ignored,
  authSecretPreviousSet: ignored,
  payloadHistory: ignored,
  errorHistory: ignored,
  payloadHistoryCount: ignored,
  lastPayloadAt: ignored,
  errorHistoryCount: ignored,
  lastErrorAt: ignored,
  silentSince: ignored,
}

const secret = z.string().meta({ maxLength: LIMITS.webhookSecret })

/** The body of PUT, which is merged into the stored webhook; core validates it. */
export const webhookChanges = z
  .strictObject({
    ...identity,
    ...mapping,
    ...expectation,
    id: webhookId.meta({ description: 'Must equal the id in the path' }),
    enabled: z.boolean(),
    deduplication: deduplication
      .nullable()
      .meta({ description: 'How a repeated delivery is recognized; null = not at all' }),
    authMode: z.enum(AUTH_MODES),
    authHeaderScheme: z.enum(HEADER_SCHEMES),
    authHeaderName: z.string(),
    authSecret: secret.meta({ description: 'Write-only; the empty text and ****** keep the stored secret' }),
    authSecretPrevious: secret.meta({ description: 'Also accepted until authSecretPreviousExpires' }),
    authSecretPreviousExpires: z.string().nullable().meta({ format: 'date-time', description: 'null ends a rotation' }),
    apiKeyId: z.string(),
    policies: z.array(SCHEMAS.alertPolicy.created).meta({
      maxItems: LIMITS.webhookPolicies,
      description: 'All alert policies of the webhook, without webhookId or with the id of the webhook',
    }),
  })
  .partial()
  .extend(IGNORED)
  .meta({ id: 'WebhookChanges', examples: [{ description: 'Probes of the new hall', expectEvery: 3600 }] })

/** The body of POST, which creates a webhook; core validates it. */
export const newWebhook = webhookChanges
  .extend({
    id: webhookId.optional().meta({ description: 'Default: a UUID' }),
    name: name.optional().meta({ description: 'Default: the id' }),
    enabled: z.boolean().default(false),
    authMode: z.enum(AUTH_MODES).default('none'),
  })
  .meta({
    id: 'NewWebhook',
    examples: [
      {
        id: 'probe',
        name: 'Probe',
        enabled: true,
        fieldMappings: { resource: 'host', text: 'message' },
        defaultValues: { event: 'ProbeFailed', environment: 'Production', type: 'probe', severity: 'major' },
        authMode: 'header',
        authHeaderScheme: 'generic',
        authHeaderName: 'X-Signature',
        authSecret: 'a long random text',
        policies: [
          {
            name: 'Severities of the probe',
            description: 'The probe has words of its own',
            actions: [{ translate: 'severity', values: { down: 'critical', slow: 'minor' }, otherwise: 'warning' }],
          },
        ],
      },
    ],
  })
