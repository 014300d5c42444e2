import { type Alert, type JsonObject, type JsonValue, LIMITS, LIST_COLUMNS, type ListFilter } from '@opsgraph/core'
import {
  ALERT_FIELD_NAMES,
  ALERT_FIELDS,
  ALERT_STATUSES,
  type AlertFieldKind,
  type AlertFieldKinds,
  type AlertFieldName,
  type AlertFieldValues,
} from '@opsgraph/core/pure'
import { z } from 'zod'
import { ALERT_FIELD_MEANINGS } from './alert-fields.js'
import { jsonObject } from './json-object.js'
import { name } from './name.js'
import { ALERT_FILTERS, type Columns, filterMeaning, oneOf } from './page.js'
import { alertStatus, severity, time } from './stored.js'

const historyEntry = z
  .strictObject({
    id: z.string(),
    type: z.enum(['new', 'severity', 'status', 'value', 'policy', 'note']).meta({ description: 'What changed' }),
    actor: z.string(),
    text: z.string().meta({ description: 'What the sender or the user said about it' }),
    severity,
    status: alertStatus,
    updateTime: time,
  })
  .meta({ id: 'AlertHistoryEntry', description: 'A change of an alert' })

/** The type of a value in an answer. A value that may be any JSON has the type `unknown`. */
type Answered<Value> = JsonValue extends Value ? unknown : Value extends JsonObject ? Record<string, unknown> : Value

/** The schema of a field in an answer, by its kind. */
const KINDS: { readonly [Kind in AlertFieldKind]: z.ZodType<Answered<AlertFieldKinds[Kind]>> } = {
  requiredName: name,
  name,
  reference: z.string(),
  severity,
  status: alertStatus,
  text: z.string(),
  value: z.string(),
  texts: z.array(z.string()),
  names: z.array(name),
  object: jsonObject,
  json: z.unknown(),
  seconds: z.int().meta({ minimum: 0 }),
  time,
}

const FIELDS = Object.fromEntries(
  ALERT_FIELD_NAMES.map((field): [AlertFieldName, z.ZodType] => {
    const { kind, ...rest } = ALERT_FIELDS[field]
    const isNullable = kind !== 'json' && 'default' in rest && rest.default === null
    const schema = isNullable ? KINDS[kind].nullable() : KINDS[kind]
    return [field, schema.meta({ description: ALERT_FIELD_MEANINGS[field] })]
  }),
) as { readonly [Name in AlertFieldName]: z.ZodType<Answered<AlertFieldValues[Name]>> }

/** A stored alert (rules.md#alert-fields). */
export const alert = z
  .strictObject({
    id: z.string(),
    href: z.string().meta({ format: 'uri' }),
    ...FIELDS,
    status: alertStatus,
    duplicateCount: z.int().meta({ minimum: 0 }),
    repeat: z.boolean(),
    previousSeverity: severity.nullable(),
    createTime: time,
    activeSince: time.meta({ description: 'When the alert was last reopened, or else its createTime' }),
    expireTime: time.nullable().meta({ description: 'When an active alert expires, unless it is received again' }),
    statusUntil: time.nullable().meta({ description: 'When the alert becomes open again by itself' }),
    receiveTime: time,
    lastReceiveTime: time,
    updateTime: time,
    maintenance: z
      .strictObject({
        windowId: z.string().meta({ description: 'The id of the window' }),
        name,
        statusBefore: alertStatus,
      })
      .optional()
      .meta({ description: 'Only while a maintenance window holds the alert; statusBefore is what it gets back' }),
    openCount: z.int().meta({ minimum: 0, description: 'The number of open fingerprints' }),
    fingerprints: z
      .array(
        z.strictObject({
          fingerprint: z.string().meta({ description: 'The id that the sender gave' }),
          severity,
          since: time.meta({ description: 'When it opened' }),
          text: z.string().meta({ description: 'The text with which it was last received' }),
        }),
      )
      .optional()
      .meta({ description: 'The open fingerprints, the first opened first; not in lists' }),
    history: z.array(historyEntry).meta({ description: 'The changes, the oldest first' }),
  })
  .meta({ id: 'Alert', description: 'A stored alert' })

/** An alert before it is stored. Fields that are missing here get their values when the alert is stored. */
export const alertDraft = z
  .strictObject({ ...FIELDS, status: alertStatus.optional(), createTime: time.optional() })
  .meta({ id: 'AlertDraft', description: 'An alert before it is stored' })

/**
 * Adds `href`, the URL of an alert. For lists of thousands of alerts, spreading the alert after `href` is faster than
 * before it.
 */
export function toAlert(stored: Alert, baseUrl: string) {
  return { href: `${baseUrl}/api/alert/${encodeURIComponent(stored.id)}`, ...stored }
}

/** The body of PUT /api/alert/<id>/status; core checks the status and the timeout. */
export const statusChange = z
  .object({
    status: z.string().meta({ enum: [...ALERT_STATUSES], description: 'The new status' }),
    text: z.string().nullish().meta({ default: '', description: 'Why, for the history of the alert' }),
    timeout: z
      .int()
      .nullish()
      .meta({ minimum: 0, description: 'Seconds until `ack` or `shelved` become `open` again' }),
  })
  .meta({ id: 'AlertStatusChange', examples: [{ status: 'ack', text: 'The disk is ordered', timeout: 3600 }] })

const { filters: FILTERS, closed, single }: Columns<ListFilter<'alerts'>> = LIST_COLUMNS.alerts

/** One value of a filter in a body; if the filter can have several values, also a list of them. */
function filterValue(name: ListFilter<'alerts'>) {
  const value = oneOf(closed[name])
  return single?.includes(name) ? value : z.union([value, z.array(value)])
}

/** The body of PUT /api/alerts/status; core checks it. */
export const statusChanges = z
  .strictObject({
    ids: z.array(z.string()).optional().meta({
      minItems: 1,
      maxItems: LIMITS.bulkAlerts,
      description: 'The alerts to change; one unknown id refuses all',
    }),
    filters: z
      .strictObject({
        ...Object.fromEntries(
          FILTERS.map((name) => [
            name,
            filterValue(name)
              .optional()
              .meta({ description: filterMeaning(name, ALERT_FILTERS) }),
          ]),
        ),
        hurts: z
          .union([z.string(), z.array(z.string())])
          .optional()
          .meta({ description: 'Services that the alerts hurt' }),
        unreached: z.boolean().optional().meta({ description: 'true = only alerts that reach no service' }),
      })
      .optional()
      .meta({ description: 'The filters of GET /api/alerts, at least one; either `ids` or `filters` is required' }),
    ...statusChange.shape,
  })
  .meta({
    id: 'AlertStatusChanges',
    examples: [{ filters: { q: 'disk', severity: ['minor', 'warning'] }, status: 'ack' }],
  })

/** Alerts with the same status, and when it ends. */
const ofStatus = z.object({
  status: alertStatus,
  statusUntil: time.nullish().meta({ description: 'When the status ends by itself' }),
  ids: z.array(z.string()).meta({ minItems: 1, maxItems: LIMITS.bulkAlerts, description: 'The ids of these alerts' }),
})

/** The alerts that a request has changed, and the statuses that they had before. */
export const changedStatuses = {
  count: z.int().meta({ minimum: 0, description: 'The number of these alerts' }),
  ids: z.array(z.string()),
  before: z
    .array(
      ofStatus
        .strict()
        .extend({ statusUntil: time.nullable().meta({ description: 'When the status ended by itself; null = never' }) })
        .meta({ id: 'AlertsOfStatus', description: 'Alerts that had the same status' }),
    )
    .meta({ description: 'The statuses that the alerts had before, for PUT /api/alerts/status/undo' }),
}

/** The body of PUT /api/alerts/status/undo; core checks it. */
export const undoneStatuses = z
  .strictObject({
    before: z.array(ofStatus.strict()).meta({ minItems: 1, description: '`before` of the change' }),
    status: statusChange.shape.status.meta({ description: 'The status that the change gave to the alerts' }),
    text: statusChange.shape.text,
  })
  .meta({
    id: 'UndoneAlertStatuses',
    examples: [{ before: [{ status: 'open', statusUntil: null, ids: ['01a2'] }], status: 'closed' }],
  })

/** The body of POST /api/alert/<id>/note; core checks the text. */
export const newNote = z
  .object({ text: z.string().meta({ minLength: 1, maxLength: LIMITS.alertHistoryText, description: 'The note' }) })
  .meta({ id: 'NewAlertNote', examples: [{ text: 'The disk is replaced tomorrow at 10.' }] })
