import type { AlertDraft } from '../../alert/alert.js'
import { type ArrivingAlert, fittingFingerprint } from '../../alert/arriving-alert.js'
import { fitTimes, type ReadTime, stepsOfTimes } from '../../alert/fitting-times.js'
import { readAlert, stepsOfReading } from '../../alert/read-alert.js'
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
import { aboutItself } from '../silence.js'
import type { MappedAlert } from './apply-mapping.js'
import { isAlertField } from './check-coverage.js'

/** An alert from a mapping, with its index. */
interface NumberedAlert {
  /** The index of this alert among the alerts of the delivery. */
  readonly index: number
  /** The result of the mapping. */
  readonly input: ArrivingAlert
}

/** An alert that `readAlert` accepted. */
export interface DraftedAlert extends NumberedAlert {
  readonly draft: AlertDraft
}

/** An alert that was rejected by the mapping, by `readAlert`, or when it was merged into the stored alert. */
export interface RejectedAlert extends NumberedAlert {
  readonly error: string
}

export interface DraftedAlerts {
  readonly drafts: readonly DraftedAlert[]
  readonly rejected: readonly RejectedAlert[]
  /** The policies that dropped alerts: one for each dropped alert. */
  readonly droppedBy: readonly AlertPolicy[]
  /** The number of alerts with a time of the sender that is left out. */
  readonly timeFaults: number
}

/**
 * The alert policies, and when the alerts were received; `undefined` = times of the sender may be any distance in the
 * future.
 */
export interface Drafting extends AppliedPolicies {
  readonly now: string | undefined
}

/** Like {@link Drafting}, for callers without a clock. */
export interface PureDrafting extends AppliedPolicies {
  readonly now?: string
}

/** The result for one mapped alert. */
export type DraftResult =
  | { readonly draft: AlertDraft }
  | { readonly error: string }
  | { readonly droppedBy: AlertPolicy }

/**
 * Runs alert policies on mapped alerts, and checks the alerts that no policy drops. The rules for `POST /api/alert`
 * apply, with three exceptions: a missing severity becomes `indeterminate`, a missing timeout becomes 0, and times are
 * read as tools write them (`fittingTimes`). An invalid alert is rejected; the other alerts are not affected.
 */
export function draftAlerts(mapped: readonly MappedAlert[], drafting: PureDrafting = NO_POLICIES): DraftedAlerts {
  return runWithoutPauses(draftInSteps(mapped, { now: undefined, ...drafting }, new WorkMeter()))
}

/**
 * Like {@link draftAlerts}, but yields for pauses.
 *
 * @throws WorkExceeded if the policies need more steps than the meter allows
 */
export function* draftInSteps(
  mapped: readonly MappedAlert[],
  drafting: Drafting,
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
 * @returns the result, and the alert as the policies left it; the alert is `undefined` if a policy dropped it
 */
export function* draftAlert(
  mapped: MappedAlert,
  drafting: Drafting,
  meter: WorkMeter,
  trace?: AlertPolicyRun[],
): Generator<undefined, CheckedAlert> {
  const { clock } = mapped
  if (meter.spend(stepsOfReading(mapped.size) + stepsOfTimes(clock))) yield
  const run = yield* runAlertPolicies(drafting, mapped.input, meter, trace)
  if ('droppedBy' in run) return { result: run, left: undefined, times: [] }
  const { alert: left, times } = fitTimes(run.alert, { clock, now: drafting.now })
  const own = aboutItself(left, drafting.webhookId)
  return { result: readLeft(mapped, own), left: own, times }
}

/** The result for a mapped alert, the alert as the policies left it, and how its times were read. */
export interface CheckedAlert {
  readonly result: DraftResult
  readonly left: ArrivingAlert | undefined
  readonly times: readonly ReadTime[]
}

function readLeft({ input, fault }: MappedAlert, left: ArrivingAlert): DraftResult {
  // A policy may have replaced the value that the mapping could not convert.
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

/** The maximum number of rejected alerts that an entry of the errorHistory lists. */
const LISTED = 10

/** The text in the errorHistory that lists the rejected alerts of a delivery with their errors. */
export function rejectionReason(rejected: readonly RejectedAlert[], total: number): string {
  const listed = rejected.slice(0, LISTED).map(({ index, error }) => `[${index}] ${error}`)
  const more = rejected.length > LISTED ? `; and ${rejected.length - LISTED} more` : ''
  return `${rejected.length} of ${total} alerts rejected: ${listed.join('; ')}${more}`
}

/** The text in the payloadHistory about outdated alerts; `undefined` if no alert was outdated. */
export function outdatedNote(outdated: number, total: number): string | undefined {
  return outdated === 0 ? undefined : `outdated: ${outdated} of ${total} alerts, a newer state was there before`
}

/** The text in the payloadHistory about dropped alerts; `undefined` if no alert was dropped. */
export function ignoredNote(droppedBy: readonly AlertPolicy[], total: number): string | undefined {
  if (droppedBy.length === 0) return undefined
  const names = [...new Set(droppedBy.map(({ name }) => name))]
  const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : ''
  const policies = names.length === 1 ? 'the alert policy' : 'the alert policies'
  return `ignored: ${droppedBy.length} of ${total} alerts, dropped by ${policies} ${names.slice(0, LISTED).join(', ')}${more}`
}

/**
 * The severity of an alert if the mapping of the webhook gives no severity. `POST /api/alert` has the default `normal`.
 * Webhooks have another default, because `normal` closes an open alert. A payload without a severity does not mean that
 * the problem is over.
 */
const MISSING_SEVERITY: Severity = 'indeterminate'

/** The warning in an explanation if an alert has no severity. */
export const SEVERITY_WARNING = `severity: the payload gives none and there is no default value, so the alert is ${MISSING_SEVERITY}; if the tool leaves the severity out, add a default value`

/** True if neither the mapping nor a default value gives a severity. */
export function lacksSeverity({ severity }: ArrivingAlert): boolean {
  return severity === undefined || severity === null
}

/**
 * The timeout of an alert if no mapping, default value or policy gives a timeout; 0 = the alert never expires. Most
 * tools send one delivery when a problem begins, one when it ends, and nothing in between. So with any other timeout,
 * an alert could expire while its problem still lasts.
 */
const MISSING_TIMEOUT = 0

/**
 * Fills in a missing severity and a missing timeout, and makes the fingerprint fit. The severity that is filled in does
 * not close an alert.
 */
export function withDefaults(input: ArrivingAlert): ArrivingAlert {
  const { severity, timeout, fingerprint } = input
  return {
    ...input,
    severity: severity ?? MISSING_SEVERITY,
    timeout: timeout ?? MISSING_TIMEOUT,
    fingerprint: fittingFingerprint(fingerprint),
  }
}
