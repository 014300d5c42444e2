import type { AlertDraft } from '../../alert/alert.js'
import { countStepsForTimes, readTimes, type TimeReading } from '../../alert/alert-times.js'
import { type ArrivingAlert, toFingerprint } from '../../alert/arriving-alert.js'
import { countStepsForReading, readAlert } from '../../alert/read-alert.js'
import type { Severity } from '../../alert/severity.js'
import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import {
  type AlertPolicyRun,
  type AppliedPolicies,
  NO_POLICIES,
  runAlertPolicies,
} from '../../alert-policy/run-alert-policies.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { runWithoutPauses, WorkMeter } from '../../work-meter.js'
import { setOwnResource } from '../silence.js'
import type { MappedAlert } from './apply-mapping.js'
import { isAlertField } from './check-coverage.js'

/** An alert from a mapping, and its index. */
interface AlertWithIndex {
  /** The index of this alert among the alerts of the delivery. */
  readonly index: number
  readonly input: ArrivingAlert
}

/** An alert that `readAlert` accepted. */
export interface DraftedAlert extends AlertWithIndex {
  readonly draft: AlertDraft
}

/** An alert that was rejected by the mapping, by `readAlert`, or when it was to be merged into a stored alert. */
export interface RejectedAlert extends AlertWithIndex {
  readonly error: string
}

export interface DraftedAlerts {
  readonly drafts: readonly DraftedAlert[]
  readonly rejected: readonly RejectedAlert[]
  /** For each dropped alert, the policy that dropped it. */
  readonly droppedBy: readonly AlertPolicy[]
  /** The number of alerts from which a time of the sender was left out. */
  readonly timeFaults: number
}

/** The alert policies to run, and the time of receipt. */
export interface DraftingInput extends AppliedPolicies {
  /** The time of receipt; `undefined` = times of the sender may be arbitrarily far in the future. */
  readonly now: string | undefined
}

/** Like {@link DraftingInput}, for callers that have no clock. */
export interface PureDraftingInput extends AppliedPolicies {
  readonly now?: string
}

/** The outcome for one mapped alert. */
export type DraftResult =
  | { readonly draft: AlertDraft }
  | { readonly error: string }
  | { readonly droppedBy: AlertPolicy }

/**
 * Runs alert policies on mapped alerts, and checks the alerts that no policy drops. The rules for `POST /api/alert`
 * apply, with three exceptions: a missing severity becomes `indeterminate`, a missing timeout becomes 0, and times may
 * have the formats that tools write (`readTimes`). If an alert is invalid, only this alert is rejected.
 */
export function draftAlerts(mapped: readonly MappedAlert[], drafting: PureDraftingInput = NO_POLICIES): DraftedAlerts {
  return runWithoutPauses(draftInSteps(mapped, { now: undefined, ...drafting }, new WorkMeter()))
}

/**
 * Like {@link draftAlerts}, but yields for pauses.
 *
 * @throws WorkExceeded if the policies need more steps than the meter allows
 */
export function* draftInSteps(
  mapped: readonly MappedAlert[],
  drafting: DraftingInput,
  meter: WorkMeter,
): Generator<undefined, DraftedAlerts> {
  const drafts: DraftedAlert[] = []
  const rejected: RejectedAlert[] = []
  const droppedBy: AlertPolicy[] = []
  let timeFaults = 0
  for (const [index, alert] of mapped.entries()) {
    const { result, times } = yield* draftAlert(alert, drafting, meter)
    if (times.some(({ fault }) => fault !== null)) timeFaults++
    if ('droppedBy' in result) droppedBy.push(result.droppedBy)
    else if ('error' in result) rejected.push({ index, input: alert.input, error: result.error })
    else drafts.push({ index, input: alert.input, draft: result.draft })
  }
  return { drafts, rejected, droppedBy, timeFaults }
}

/**
 * Runs alert policies on one mapped alert and checks it, by the rules of {@link draftAlerts}. Yields for pauses.
 *
 * @param trace gets an entry for each policy
 */
export function* draftAlert(
  mapped: MappedAlert,
  drafting: DraftingInput,
  meter: WorkMeter,
  trace?: AlertPolicyRun[],
): Generator<undefined, CheckedAlert> {
  const { clock } = mapped
  if (meter.spend(countStepsForReading(mapped.size) + countStepsForTimes(clock))) yield
  const run = yield* runAlertPolicies(drafting, mapped.input, meter, trace)
  if ('droppedBy' in run) return { result: run, left: undefined, times: [] }
  const { alert: left, times } = readTimes(run.alert, { clock, now: drafting.now })
  const own = setOwnResource(left, drafting.webhookId)
  return { result: checkAlert(mapped, own), left: own, times }
}

/** The outcome for a mapped alert, and how it was reached. */
export interface CheckedAlert {
  readonly result: DraftResult
  /** The alert after all policies have run; `undefined` = a policy dropped it. */
  readonly left: ArrivingAlert | undefined
  /** How the times of the sender were read. */
  readonly times: readonly TimeReading[]
}

function checkAlert({ input, fault }: MappedAlert, left: ArrivingAlert): DraftResult {
  // If a policy has replaced the value that the mapping could not convert, the fault no longer matters.
  if (fault !== undefined && (!isAlertField(fault.field) || left[fault.field] === input[fault.field])) {
    return { error: fault.message }
  }
  try {
    return { draft: readAlert(withDefaults(left)) }
  } catch (error) {
    if (error instanceof OpsgraphError) return { error: error.message }
    throw error
  }
}

/**
 * An entry of the errorHistory lists at most this many rejected alerts, and an entry of the payloadHistory as many
 * policies.
 */
const MAX_LISTED_REASONS = 10

/** The text of the errorHistory that lists rejected alerts with their errors. */
export function rejectionReason(rejected: readonly RejectedAlert[], total: number): string {
  const listed = rejected.slice(0, MAX_LISTED_REASONS).map(({ index, error }) => `[${index}] ${error}`)
  const more = rejected.length > MAX_LISTED_REASONS ? `; and ${rejected.length - MAX_LISTED_REASONS} more` : ''
  return `${rejected.length} of ${total} alerts rejected: ${listed.join('; ')}${more}`
}

/** The note of the payloadHistory about outdated alerts; `undefined` = there are none. */
export function outdatedNote(outdated: number, total: number): string | undefined {
  return outdated === 0 ? undefined : `outdated: ${outdated} of ${total} alerts, a newer state was there before`
}

/** The note of the payloadHistory about dropped alerts; `undefined` = there are none. */
export function ignoredNote(droppedBy: readonly AlertPolicy[], total: number): string | undefined {
  if (droppedBy.length === 0) return undefined
  const names = [...new Set(droppedBy.map(({ name }) => name))]
  const more = names.length > MAX_LISTED_REASONS ? `, and ${names.length - MAX_LISTED_REASONS} more` : ''
  const policies = names.length === 1 ? 'the alert policy' : 'the alert policies'
  return `ignored: ${droppedBy.length} of ${total} alerts, dropped by ${policies} ${names.slice(0, MAX_LISTED_REASONS).join(', ')}${more}`
}

/**
 * The severity of an alert to which neither the mapping nor a default value gives one. With `normal`, the default of
 * `POST /api/alert`, the alert would close an open alert. But a payload without a severity does not mean that the
 * problem is over.
 */
const MISSING_SEVERITY: Severity = 'indeterminate'

/** The warning in an explanation about an alert without a severity. */
export const SEVERITY_WARNING = `severity: the payload gives none and there is no default value, so the alert is ${MISSING_SEVERITY}; if the tool leaves the severity out, add a default value`

/** True if neither the mapping nor a default value gives a severity. */
export function lacksSeverity({ severity }: ArrivingAlert): boolean {
  return severity === undefined || severity === null
}

/**
 * The timeout of an alert to which no mapping, default value or policy gives one; 0 = the alert never expires. Most
 * tools send one delivery when a problem begins, one when it ends, and nothing in between. With any other timeout, an
 * alert could expire while its problem lasts.
 */
const MISSING_TIMEOUT = 0

/** Fills in a missing severity and a missing timeout, and converts the fingerprint to a valid form. */
export function withDefaults(input: ArrivingAlert): ArrivingAlert {
  const { severity, timeout, fingerprint } = input
  return {
    ...input,
    severity: severity ?? MISSING_SEVERITY,
    timeout: timeout ?? MISSING_TIMEOUT,
    fingerprint: toFingerprint(fingerprint),
  }
}
