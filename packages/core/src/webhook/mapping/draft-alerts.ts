import type { AlertDraft } from '../../alert/alert.js'
import type { ArrivingAlert } from '../../alert/arriving-alert.js'
import { readAlert, stepsOfReading } from '../../alert/read-alert.js'
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
import { isAlertField } from './alert-field.js'
import type { MappedAlert } from './apply-mapping.js'
import { withDefaults } from './missing-severity.js'

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
}

/** The result for one mapped alert. */
export type DraftResult =
  | { readonly draft: AlertDraft }
  | { readonly error: string }
  | { readonly droppedBy: AlertPolicy }

/**
 * Runs alert policies on mapped alerts, and checks the alerts that no policy drops. The rules for `POST /api/alert`
 * apply, with two exceptions: a missing severity becomes `indeterminate`, and a missing timeout becomes 0. An invalid
 * alert is rejected; the other alerts are not affected.
 */
export function draftAlerts(mapped: readonly MappedAlert[], applied: AppliedPolicies = NO_POLICIES): DraftedAlerts {
  return runWithoutPauses(draftInSteps(mapped, applied, new WorkMeter()))
}

/**
 * Like {@link draftAlerts}, but yields for pauses.
 *
 * @throws WorkExceeded if the policies need more steps than the meter allows
 */
export function* draftInSteps(
  mapped: readonly MappedAlert[],
  applied: AppliedPolicies,
  meter: WorkMeter,
): Generator<undefined, DraftedAlerts> {
  const drafts: DraftedAlert[] = []
  const rejected: RejectedAlert[] = []
  const droppedBy: AlertPolicy[] = []
  for (const [index, alert] of mapped.entries()) {
    const { result } = yield* draftAlert(alert, applied, meter)
    if ('droppedBy' in result) droppedBy.push(result.droppedBy)
    else if ('error' in result) rejected.push({ index, input: alert.input, error: result.error })
    else drafts.push({ index, input: alert.input, draft: result.draft })
  }
  return { drafts, rejected, droppedBy }
}

/**
 * Runs alert policies on one mapped alert and checks it, by the rules of {@link draftAlerts}. Yields for pauses.
 *
 * @param trace gets an entry for each policy
 * @returns the result, and the alert as the policies left it; the alert is `undefined` if a policy dropped it
 */
export function* draftAlert(
  mapped: MappedAlert,
  applied: AppliedPolicies,
  meter: WorkMeter,
  trace?: AlertPolicyRun[],
): Generator<undefined, CheckedAlert> {
  if (meter.spend(stepsOfReading(mapped.size))) yield
  const run = yield* runAlertPolicies(applied, mapped.input, meter, trace)
  if ('droppedBy' in run) return { result: run, left: undefined }
  const left = aboutItself(run.alert, applied.webhookId)
  return { result: readLeft(mapped, left), left }
}

/** The result for a mapped alert, and the alert as the policies left it. */
export interface CheckedAlert {
  readonly result: DraftResult
  readonly left: ArrivingAlert | undefined
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
