import { z } from 'zod'
import { OpsgraphError } from '../opsgraph-error.js'
import { type BodyIssue, bodyError } from '../schema/body-error.js'
import { define, NAME, STORED_TIME } from '../schema/field.js'
import { defineNoun, type Noun, type Stored, setByServer } from '../schema/noun.js'
import { tryBody } from '../schema/read-body.js'
import { ALERT_STATUS, SEVERITY } from './alert-enums.js'
import { ALERT_FIELDS, type AlertFieldValues } from './alert-fields.js'
import { senderFields } from './alert-kinds.js'
import type { Fingerprints, OpenFingerprint } from './fingerprints.js'
import { readAlert, toAlertWording } from './read-alert.js'

/** Identifies an alert: at most one alert is stored per key (rules.md#repeated-alerts-1). */
export interface AlertKey {
  readonly environment: string
  readonly resource: string
  readonly event: string
}

/** An alert as posted, with defaults filled in. */
export interface AlertDraft extends AlertKey, AlertFieldValues {}

const ALERT_HISTORY_ENTRY = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      id: z.string(),
      type: z.enum(['new', 'severity', 'status', 'value', 'policy', 'note']).meta({ description: 'What changed' }),
      // The name of a user, `webhook:<id>`, the id of a policy, or `system` (rules.md#alert-history-2).
      actor: z.string(),
      text: z.string().meta({ description: 'What the sender or the user said about it' }),
      severity: SEVERITY,
      status: ALERT_STATUS,
      updateTime: STORED_TIME,
      assignee: NAME.optional().meta({ description: 'Who had the alert then; absent = nobody' }),
    })
    .meta({ id: 'AlertHistoryEntry', description: 'A change of an alert' }),
)
export type AlertHistoryEntry = Readonly<z.infer<typeof ALERT_HISTORY_ENTRY>>

const MAINTENANCE_HOLD = /* @__PURE__ */ define(() =>
  z.strictObject({
    windowId: z.string().meta({ description: 'The id of the window' }),
    name: NAME,
    statusBefore: ALERT_STATUS,
  }),
)
/**
 * The maintenance window that sets the status of an alert to `blackout`. When the window ends, the alert gets the
 * status `statusBefore` again.
 */
export type MaintenanceHold = Readonly<z.infer<typeof MAINTENANCE_HOLD>>

const OPEN_FINGERPRINT = /* @__PURE__ */ define(() =>
  z.strictObject({
    fingerprint: z.string().meta({ description: 'The id that the sender gave' }),
    severity: SEVERITY,
    since: STORED_TIME.meta({ description: 'When it opened' }),
    text: z.string().meta({ description: 'The text with which it was last received' }),
  }),
)

/** The fields that the server sets. */
const serverFields = () => {
  const count = z.int().meta({ minimum: 0 })
  return {
    duplicateCount: setByServer(count),
    /** True if the alert was a duplicate when it was last received. */
    repeat: setByServer(z.boolean()),
    previousSeverity: setByServer(SEVERITY.nullable()),
    activeSince: setByServer(STORED_TIME, { description: 'When the alert was last reopened, or else its createTime' }),
    expireTime: setByServer(STORED_TIME.nullable(), {
      description: 'When an active alert expires, unless it is received again',
    }),
    statusUntil: setByServer(STORED_TIME.nullable(), { description: 'When the alert becomes open again by itself' }),
    assignee: setByServer(NAME.nullable(), { description: 'Who has the alert; null = nobody' }),
    receiveTime: setByServer(STORED_TIME),
    lastReceiveTime: setByServer(STORED_TIME),
    /** The time of the newest entry of the history. */
    updateTime: setByServer(STORED_TIME),
    maintenance: setByServer(MAINTENANCE_HOLD.optional(), {
      description:
        'The maintenance window that holds the alert, if any. The alert gets `statusBefore` back when the window ends',
    }),
    /** See rules.md#fingerprints. */
    openCount: setByServer(count, { description: 'The number of open fingerprints' }),
    fingerprints: setByServer(z.array(OPEN_FINGERPRINT).optional(), {
      description: 'The open fingerprints, the first opened first; not in lists',
    }),
    history: setByServer(z.array(ALERT_HISTORY_ENTRY) as unknown as z.ZodType<readonly AlertHistoryEntry[]>, {
      description: 'The changes, the oldest first',
    }),
  }
}
type ServerFields = Stored<Noun<ReturnType<typeof serverFields>>>

/** Alerts: the fields that a sender may fill in, and those that the server sets (rules.md#alert-fields). */
export const ALERT = /* @__PURE__ */ defineNoun(() => ({
  id: 'Alert',
  description: 'A stored alert',
  fields: { id: setByServer(z.string()), ...senderFields(), ...serverFields() },
  takesOthers: true,
  example: {
    environment: 'Production',
    resource: 'disk-sdb',
    event: 'DiskFull',
    severity: 'critical',
    service: ['shop'],
    text: '98 % used',
  },
  change: {},
}))

/** A stored alert. Times are ISO 8601 in UTC with milliseconds; `null` = this time never comes. */
export interface Alert
  extends Omit<AlertDraft, 'status' | 'createTime'>,
    Omit<ServerFields, 'maintenance' | 'fingerprints'> {
  readonly id: string
  readonly status: AlertHistoryEntry['status']
  readonly createTime: string
  /** Present in answers with a single alert, not in lists. */
  readonly fingerprints?: readonly Pick<OpenFingerprint, 'fingerprint' | 'severity' | 'since' | 'text'>[]
  /**
   * Everything that is stored about the fingerprints of the alert. Answers never contain this field. The lists of a
   * store leave it out.
   */
  readonly firing?: Fingerprints
  readonly maintenance?: MaintenanceHold
}

/** The schema of an alert draft in answers. Missing fields get their values when the alert is stored. */
export const ALERT_DRAFT = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      ...Object.fromEntries(Object.entries(ALERT.stored.shape).filter(([name]) => name in ALERT_FIELDS)),
      status: ALERT_STATUS.optional(),
      createTime: STORED_TIME.optional(),
    })
    .meta({ id: 'AlertDraft', description: 'An alert before it is stored' }),
) as unknown as z.ZodType<AlertDraft>

/** Converts the key to a text. Two keys are equal if and only if their texts are equal. */
export function alertKey({ environment, resource, event }: AlertKey): string {
  return `${environment}\u0000${resource}\u0000${event}`
}

/**
 * Reads a posted alert like `readAlert`, but finds all faults.
 *
 * @throws OpsgraphError `invalid` with all faults; the first of them is the fault that `readAlert` reports
 */
export function readPostedAlert(body: unknown): AlertDraft {
  try {
    return readAlert(body)
  } catch (error) {
    const [first] = error instanceof OpsgraphError ? (error.issues as readonly BodyIssue[]) : []
    const read = tryBody(ALERT.created, body)
    if (first === undefined || !('faults' in read)) throw error
    throw bodyError([first, ...read.faults.filter(({ path }) => path !== first.path).map(toAlertWording)])
  }
}
