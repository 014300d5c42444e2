import { z } from 'zod'
import { SEVERITY } from '../alert/alert-enums.js'
import { closesAlert, SEVERITIES, type Severity } from '../alert/severity.js'
import { ALERT_POLICY, type AlertPolicyInput } from '../alert-policy/alert-policy.js'
import { type Filter, isEmptyFilter } from '../filter/filter.js'
import { FILTER, NEW_FILTER } from '../filter/filter-schema.js'
import { type FilterInput, readFilter } from '../filter/read-filter.js'
import { LIMITS } from '../limits.js'
import { nameFault } from '../name.js'
import { checkText, define, NAME, REFERENCE, STORED_TIME, TEXT, TIME, TIMEZONE } from '../schema/field.js'
import { fieldHas, ifThenElse } from '../schema/field-rules.js'
import {
  type Changes,
  defineNoun,
  nullable,
  optional,
  optionalWithoutDefault,
  type Sent,
  type Stored,
  setByServer,
  writeOnly,
} from '../schema/noun.js'
import { schemaFromReader } from '../schema/read-body.js'
import type { StoredSecret } from '../secret/secret.js'
import { AUTH_RULES } from './auth/auth-rules.js'
import { HEADER_SCHEMES, type HeaderScheme } from './auth/schemes.js'
import { DEDUPLICATION } from './deduplication.js'
import { ERROR_ENTRY, HISTORY_ENTRY, type HistorySummary } from './delivery/history.js'
import { PAYLOAD_FORMATS } from './delivery/read-payload.js'
import { COVERED, DEFAULT_VALUES, FIELD_MAPPINGS, PATHS } from './mapping/mapping-schema.js'

const AUTH_MODES = ['none', 'header', 'api_key'] as const

const WEBHOOK_ID = /* @__PURE__ */ define(() =>
  z
    .string()
    .check(
      checkText((id) => {
        if (!/^[A-Za-z0-9_-]+$/.test(id)) return 'must be of letters, digits, - and _'
        return nameFault(id)
      }),
    )
    .meta({ maxLength: LIMITS.name, pattern: '^[A-Za-z0-9_-]+$' }),
)

/**
 * A filter without clauses matches everything, so that every payload would be a test, which nobody wants. Such a filter
 * is read as `null`.
 */
const TEST_PAYLOADS = /* @__PURE__ */ define(() => ({
  ...FILTER,
  sent: schemaFromReader<Filter | null, FilterInput>((sent) => {
    const filter = readFilter(sent, '')
    return isEmptyFilter(filter) ? null : filter
  }, NEW_FILTER),
}))

const { min, max } = LIMITS.webhookExpectEvery
const EXPECT_EVERY_ERROR = `must be null, or a whole number of seconds from ${min} to ${max}`

const EXPECT_EVERY = /* @__PURE__ */ define(() =>
  z
    .number({ error: EXPECT_EVERY_ERROR })
    .refine((seconds) => Number.isSafeInteger(seconds) && seconds >= min && seconds <= max, {
      error: EXPECT_EVERY_ERROR,
    })
    .meta({ type: 'integer', minimum: min, maximum: max }),
)

/**
 * The severity of the alert about a silent webhook. It must not be a severity that closes alerts, because the alert
 * would then be closed at once.
 */
const EXPECT_SEVERITY = /* @__PURE__ */ define(() => ({
  sent: z.enum(SEVERITIES.filter((severity) => !closesAlert(severity)) as [Severity, ...Severity[]]),
  stored: SEVERITY,
}))

const SECRET_SCHEMA = /* @__PURE__ */ define(() => TEXT.meta({ maxLength: LIMITS.webhookSecret }))
const HISTORY_COUNT_SCHEMA = /* @__PURE__ */ define(() => z.int().meta({ minimum: 0, maximum: LIMITS.webhookHistory }))

function historySchema<Entry>(entry: z.ZodType<Entry>): z.ZodType<readonly Readonly<Entry>[]> {
  return z.array(entry).meta({ maxItems: LIMITS.webhookHistory }) as z.ZodType<readonly Readonly<Entry>[]>
}

const AUTH_FIELDS = /* @__PURE__ */ define(() => ({
  authMode: optional(z.enum(AUTH_MODES), 'none'),
  authHeaderScheme: optionalWithoutDefault({ sent: z.enum(HEADER_SCHEMES), stored: z.enum(HEADER_SCHEMES).nullable() }),
  authHeaderName: optionalWithoutDefault({ sent: z.string(), stored: z.string().nullable() }),
  authSecret: writeOnly(SECRET_SCHEMA, { description: 'Write-only; the empty text and ****** keep the stored secret' }),
  authSecretPrevious: writeOnly(SECRET_SCHEMA, { description: 'Also accepted until authSecretPreviousExpires' }),
  authSecretPreviousExpires: nullable(TIME, { description: 'null ends a rotation' }),
  apiKeyId: optionalWithoutDefault({ sent: REFERENCE, stored: z.string().nullable() }),
  authSecretSet: setByServer(z.boolean()),
  authSecretPlaintext: setByServer(z.string().nullable()),
  authSecretStale: setByServer(z.boolean()),
  authSecretPreviousSet: setByServer(z.boolean()),
}))

/**
 * An enabled webhook needs a mapping or a default value for each required field of alerts. The rule is not checked for
 * a body without `fieldMappings` or `defaultValues`, because a preset may supply them.
 */
const COVERED_IF_ENABLED = /* @__PURE__ */ define(() =>
  ifThenElse(
    { allOf: [fieldHas('enabled', { const: true }), fieldHas('fieldMappings', {}), fieldHas('defaultValues', {})] },
    COVERED,
  ),
)

/** The fields whose values come from the deliveries of a webhook. */
const DELIVERY_FIELDS = /* @__PURE__ */ define(() => ({
  silentSince: setByServer(STORED_TIME.nullable(), {
    description: 'If a delivery is overdue: since when the webhook waits for it; otherwise null',
  }),
  payloadHistory: setByServer(historySchema(HISTORY_ENTRY)),
  errorHistory: setByServer(historySchema(ERROR_ENTRY)),
  payloadHistoryCount: setByServer(HISTORY_COUNT_SCHEMA),
  lastPayloadAt: setByServer(STORED_TIME.nullable()),
  errorHistoryCount: setByServer(HISTORY_COUNT_SCHEMA),
  lastErrorAt: setByServer(STORED_TIME.nullable()),
}))

/** Inbound webhooks, which convert deliveries to alerts (rules.md#webhook-configuration). */
export const WEBHOOK = /* @__PURE__ */ defineNoun(() => ({
  id: 'Webhook',
  description: 'A webhook',
  bodies: { created: { dependentSchemas: { enabled: COVERED_IF_ENABLED, ...AUTH_RULES } } },
  fields: {
    id: optionalWithoutDefault(WEBHOOK_ID, { description: 'Default: a UUID; it cannot be changed' }),
    name: optional(NAME, '', { description: 'The name that people see; default: the id' }),
    description: optional(TEXT, ''),
    sourceId: optional(REFERENCE, ''),
    createdBy: setByServer(z.string()),
    enabled: optional(z.boolean(), false),
    fieldMappings: optional(FIELD_MAPPINGS, {}),
    defaultValues: optional(DEFAULT_VALUES, {}),
    arrayPath: optional(
      TEXT.overwrite((path) => path.trim()),
      '',
    ),
    payloadFormat: optional(z.enum(PAYLOAD_FORMATS), 'json', {
      description: 'How a delivery is written; query = in the query of its URL',
    }),
    base64Fields: optional(PATHS, [], { description: 'Paths of texts to decode from base64, before jsonFields' }),
    jsonFields: optional(PATHS, [], { description: 'Paths of texts to read as JSON' }),
    testPayloads: nullable(TEST_PAYLOADS, { description: 'Payloads that are answered 200 and create no alerts' }),
    timezone: optional(TIMEZONE, 'UTC', {
      description: 'The IANA name of the time zone of times that the sender writes without a zone; default UTC',
      examples: ['Europe/Berlin'],
    }),
    deduplication: nullable(DEDUPLICATION, { description: 'How a repeated delivery is recognized; null = not at all' }),
    expectEvery: nullable(EXPECT_EVERY, {
      description: 'A delivery is expected every so many seconds; null = the sender may be silent',
    }),
    expectSeverity: optional(EXPECT_SEVERITY, 'major'),
    ...AUTH_FIELDS,
    policies: writeOnly(
      schemaFromReader<unknown, readonly AlertPolicyInput[]>(
        (sent) => sent,
        z.array(ALERT_POLICY.created).meta({ maxItems: LIMITS.webhookPolicies }),
      ),
      { description: 'All alert policies of the webhook, without webhookId or with the id of the webhook' },
    ),
    ...DELIVERY_FIELDS,
    createTime: setByServer(STORED_TIME),
    updateTime: setByServer(STORED_TIME),
  },
  example: {
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
  change: { description: 'Probes of the new hall', expectEvery: 3600 },
}))

/** All fields of a webhook in answers. */
export interface WebhookFields extends Stored<typeof WEBHOOK> {}
/** The names in `Name` that are authentication fields. */
export type AuthField<Name> = Extract<Name, `auth${string}` | 'apiKeyId'>
/** The authentication fields of a body, before they are checked. */
export type SentAuth = Pick<Partial<Sent<typeof WEBHOOK>>, AuthField<keyof Sent<typeof WEBHOOK>>>

export function isAuthField(name: string): boolean {
  return name.startsWith('auth') || name === 'apiKeyId'
}

/** The fields of a webhook that only lists show. */
const FIELDS_ONLY_IN_LISTS = {
  payloadHistoryCount: true,
  lastPayloadAt: true,
  errorHistoryCount: true,
  lastErrorAt: true,
} as const satisfies Record<keyof HistorySummary, true>
export type FieldOnlyInLists = keyof typeof FIELDS_ONLY_IN_LISTS

/** The fields of a webhook that lists do not show, because they can be large. */
const FIELDS_NOT_IN_LISTS = {
  fieldMappings: true,
  defaultValues: true,
  arrayPath: true,
  payloadFormat: true,
  base64Fields: true,
  jsonFields: true,
  testPayloads: true,
  timezone: true,
  deduplication: true,
  payloadHistory: true,
  errorHistory: true,
} as const
export type FieldNotInLists = keyof typeof FIELDS_NOT_IN_LISTS

/**
 * The schemas of a webhook in answers: `config` for one webhook, with its mapping and histories, and `summary` for a
 * webhook in a list.
 */
export const WEBHOOK_ANSWERS = /* @__PURE__ */ define(() => {
  const description = 'The alert policies of the webhook; only with policies=1'
  const all = WEBHOOK.stored.extend({ policies: z.array(ALERT_POLICY.stored).optional().meta({ description }) })
  return {
    config: all.omit(FIELDS_ONLY_IN_LISTS).meta({ id: 'WebhookConfig', description: 'A webhook' }),
    summary: all.omit(FIELDS_NOT_IN_LISTS).meta({ id: 'WebhookSummary', description: 'A webhook in a list' }),
  }
})

type DeliveryField = keyof typeof DELIVERY_FIELDS

/**
 * The stored configuration of an inbound webhook (rules.md#webhook-configuration). Callers get it as a `ShownConfig`.
 */
export interface WebhookConfig extends Omit<WebhookFields, AuthField<keyof WebhookFields> | DeliveryField> {
  readonly auth: WebhookAuth
}

/** A configuration as callers get it. Of all secrets, it contains only `authSecretPlaintext`. */
export type ShownConfig = Omit<WebhookFields, DeliveryField>

/**
 * The settings of a new webhook, or changes to a stored webhook. Fields that are left out of a change keep their stored
 * values (rules.md#webhook-configuration).
 */
export interface WebhookInput extends Changes<typeof WEBHOOK> {}

/**
 * How senders authenticate. Each mode has its own type, so that no credential of a previous mode remains when the mode
 * changes.
 */
export type WebhookAuth = NoAuth | HeaderAuth | ApiKeyAuth

export interface NoAuth {
  readonly mode: 'none'
}

export interface HeaderAuth {
  readonly mode: 'header'
  readonly scheme: HeaderScheme
  readonly headerName: string
  readonly secret: StoredSecret
  /** The previous secret, which stays valid while senders change to the new one; `null` = there is none. */
  readonly previous: PreviousSecret | null
}

export interface PreviousSecret {
  readonly secret: StoredSecret
  /** ISO 8601 in UTC with milliseconds. From this time on, the secret is no longer valid. */
  readonly expires: string
}

export interface ApiKeyAuth {
  readonly mode: 'api_key'
  readonly apiKeyId: string
}

/**
 * Returns the id of the API key that a change binds to the configuration. `undefined` = no key is bound, or the same
 * key was bound before. Only a newly bound key must be checked.
 */
export function newlyBoundKey(before: WebhookConfig | undefined, after: WebhookConfig): string | undefined {
  if (after.auth.mode !== 'api_key') return undefined
  const boundBefore = before?.auth.mode === 'api_key' ? before.auth.apiKeyId : undefined
  return after.auth.apiKeyId === boundBefore ? undefined : after.auth.apiKeyId
}
