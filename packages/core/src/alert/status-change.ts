import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { textFault } from '../name.js'
import { ID_LIST_SCHEMA } from '../read-ids.js'
import { type BodyIssue, bodyError, bodyIssue } from '../schema/body-error.js'
import { checkText, define, NAME, readOnlyList, TEXT, timeSchema } from '../schema/field.js'
import { tryBody, withRule } from '../schema/read-body.js'
import { ALERT_STATUS } from './alert-enums.js'
import { SECONDS_SCHEMA } from './alert-kinds.js'
import { ALERT_STATUSES, type AlertStatus, isAlertStatus } from './alert-status.js'
import { NOT_A_TIME_MESSAGE, toAlertWording } from './read-alert.js'
import { keepsAssignee } from './take-status.js'

/** The schema of an assignee. An empty name counts as missing. */
const ASSIGNEE_SCHEMA = /* @__PURE__ */ define(() => NAME.nullish().transform((name) => (name ? name : null)))

/** The fields of a body that changes the status of alerts. */
export const STATUS_FIELDS = /* @__PURE__ */ define(() => ({
  status: (z.string().pipe(ALERT_STATUS) as unknown as z.ZodType<AlertStatus, AlertStatus>).meta({
    enum: [...ALERT_STATUSES],
    description: 'The new status',
  }),
  text: TEXT.nullish()
    .transform((text) => text ?? '')
    .meta({ default: '', description: 'Why, for the history of the alert' }),
  timeout: SECONDS_SCHEMA.nullish()
    .transform((timeout) => timeout ?? undefined)
    .meta({ description: 'Seconds until `ack` or `shelved` become `open` again' }),
  assignee: ASSIGNEE_SCHEMA.transform((name) => name ?? undefined).meta({
    description: 'Who gets the alert, with the status `assign`; default: the user who changes the status',
  }),
  withExplained: z
    .boolean()
    .nullish()
    .transform((sent) => sent ?? false)
    .meta({ default: false, description: 'true = what the alert explains gets the status too' }),
}))

/** The body of a request that changes the status of an alert. */
export const STATUS_CHANGE = /* @__PURE__ */ define(() =>
  withRule(z.object(STATUS_FIELDS), statusFaults).meta({
    id: 'AlertStatusChange',
    examples: [{ status: 'ack', text: 'The disk is ordered', timeout: 3600 }],
  }),
)
export type StatusChangeInput = Readonly<z.input<typeof STATUS_CHANGE>>

export function isMissing(sent: unknown): boolean {
  return sent === undefined || sent === null
}

/** The statuses that can end by themselves (rules.md#expiry-and-timed-statuses-5). */
const TIMED_STATUSES: readonly AlertStatus[] = ['ack', 'shelved']

/** The statuses that give an alert an assignee. */
const ASSIGNING_STATUSES: readonly AlertStatus[] = ['assign']
/** The statuses of alerts that may have an assignee. */
const ASSIGNABLE_STATUSES = ALERT_STATUSES.filter(keepsAssignee)

type StatusBody = Readonly<Record<string, unknown>>

/** Finds fields that are not allowed together with the status in the body. */
export function statusFaults(body: StatusBody): readonly BodyIssue[] {
  return [...faultsOfField(body, 'timeout', TIMED_STATUSES), ...faultsOfField(body, 'assignee', ASSIGNING_STATUSES)]
}

/** @param allowed the statuses that can have the field */
function faultsOfField(body: StatusBody, field: string, allowed: readonly AlertStatus[]): readonly BodyIssue[] {
  const { status, [field]: sent } = body
  if (isMissing(sent) || !isAlertStatus(status) || allowed.includes(status)) return []
  return [bodyIssue('invalidField', field, `is allowed only with the status ${allowed.join(' or ')}`)]
}

/** Alerts that have the same status until the same time, and the same assignee. */
export interface AlertsOfStatus {
  readonly ids: readonly string[]
  readonly status: AlertStatus
  /** When the status ends; `null` = the status does not end by itself. */
  readonly statusUntil: string | null
  /** The new assignee of the alerts; `null` = nobody has these alerts. */
  readonly assignee: string | null
}

const ALERTS_OF_STATUS = /* @__PURE__ */ define(() => {
  const fields = z.strictObject({
    status: ALERT_STATUS,
    statusUntil: timeSchema(NOT_A_TIME_MESSAGE)
      .nullish()
      .transform((time) => time ?? null)
      .meta({ description: 'When the status ends by itself' }),
    assignee: ASSIGNEE_SCHEMA.meta({ description: 'Who had these alerts' }),
    ids: ID_LIST_SCHEMA.meta({ maxItems: LIMITS.bulkAlerts, description: 'The ids of these alerts' }),
  })
  return withRule(fields, (body) => [
    ...faultsOfField(body, 'statusUntil', TIMED_STATUSES),
    ...faultsOfField(body, 'assignee', ASSIGNABLE_STATUSES),
  ])
})

const EMPTY_LIST_MESSAGE = 'must not be empty'

/** The body of a request that takes back a change of the status of alerts (rules.md#undoing-a-change). */
export const UNDONE_STATUSES = /* @__PURE__ */ define(() => {
  const fields = z
    .strictObject({
      before: readOnlyList(
        z
          .array(ALERTS_OF_STATUS, { error: ({ input }) => (isMissing(input) ? EMPTY_LIST_MESSAGE : undefined) })
          .min(1, { error: EMPTY_LIST_MESSAGE })
          .check(({ value, issues }) => {
            const { bulkAlerts } = LIMITS
            const { size } = new Set(value.flatMap(({ ids }) => ids))
            const message = `names ${size} alerts, the limit is ${bulkAlerts} alerts`
            if (size > bulkAlerts) issues.push({ code: 'custom', input: value, message })
          })
          .meta({ description: '`before` of the change' }),
      ),
      status: STATUS_FIELDS.status.meta({ description: 'The status that the change gave to the alerts' }),
      assignee: STATUS_FIELDS.assignee.meta({
        description: '`assignee` of the change; alerts that somebody else has by now are then left alone',
      }),
      text: STATUS_FIELDS.text,
    })
    .meta({
      id: 'UndoneAlertStatuses',
      examples: [{ before: [{ status: 'open', statusUntil: null, ids: ['01a2'] }], status: 'closed' }],
    })
  return withRule(fields, (body) => faultsOfField(body, 'assignee', ASSIGNING_STATUSES))
})
/**
 * Takes back a change of the status of alerts. The body has `before` and `assignee` from the answer to the change, and
 * the status that the change gave to the alerts. Alerts that have another status or assignee by now do not change.
 */
export type UndoneStatuses = Readonly<z.input<typeof UNDONE_STATUSES>>

/** The body of a note about an alert (rules.md#reading-and-changing-alerts-6). */
export const ALERT_NOTE = /* @__PURE__ */ define(() => {
  const { alertHistoryText: limit } = LIMITS
  const tooLong = (text: string) => (text.length > limit ? `is longer than ${limit} characters` : undefined)
  const text = z
    .string({ error: ({ input }) => (isMissing(input) ? EMPTY_LIST_MESSAGE : undefined) })
    .check(checkText((sent) => (sent.trim() === '' ? EMPTY_LIST_MESSAGE : (textFault(sent) ?? tooLong(sent)))))
    .meta({ minLength: 1, maxLength: limit, description: 'The note' })
  return z.object({ text }).meta({ id: 'NewAlertNote', examples: [{ text: 'The disk is replaced tomorrow at 10.' }] })
})

/**
 * Reads a body about the status of alerts.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readStatusBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = tryBody(schema, body)
  if ('faults' in read) throw bodyError(read.faults.map(toAlertWording))
  return read.data
}
