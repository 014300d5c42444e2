import type { Caller } from '../../access/caller.js'
import { type Alert, type AlertDraft, readPostedAlert } from '../../alert/alert.js'
import type { AlertInput } from '../../alert/alert-input.js'
import { readTimes } from '../../alert/alert-times.js'
import { arrivingAlert, toFingerprint } from '../../alert/arriving-alert.js'
import { showWholeAlert } from '../../alert/shown-alert.js'
import { type AppliedPolicies, runAlertPolicies } from '../../alert-policy/run-alert-policies.js'
import { LocalClock } from '../../local-time.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { joinPath } from '../../schema/body-error.js'
import { timestamp } from '../../timestamp.js'
import { WorkMeter } from '../../work-meter.js'
import { refuseIfExceeded, runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readPoliciesOfIntake } from '../policy/active-policies.js'
import { AlertIntake } from './alert-intake.js'

/**
 * The outcome for a received alert: the stored alert, or the alert policy that dropped it, or, if it was outdated, the
 * stored alert that it did not change.
 */
export type ReceivedAlert = Alert | DroppedAlert | OutdatedAlert

/** A received alert that changed nothing, because a newer state was already stored (rules.md#sender-times). */
export interface OutdatedAlert {
  readonly outdated: true
  /** The stored alert. */
  readonly alert: Alert
}

/** A received alert that an alert policy dropped, so that nothing is stored. */
export interface DroppedAlert {
  /** The name of the alert policy. */
  readonly droppedBy: string
}

/**
 * Receives a batch of alerts in one transaction. Stores all alerts except those that an alert policy drops. If one
 * alert is invalid, stores none. The number of database statements does not depend on the number of alerts.
 *
 * @returns the outcome for each alert; a stored alert is as it is after the whole batch
 * @throws OpsgraphError `invalid`, naming the alert and the field; also if the policies need more steps than one
 *   request may
 */
export async function receiveAlerts(
  dependencies: Dependencies,
  caller: Caller,
  alerts: readonly AlertInput[],
): Promise<readonly ReceivedAlert[]> {
  if (alerts.length === 0) return []
  return await dependencies.store.transaction(async (parts) => {
    const policies = await readPoliciesOfIntake(dependencies, parts)
    const meter = WorkMeter.forRequest()
    return await refuseIfExceeded(async () => {
      const applied = { policies: policies.alert, webhookId: null }
      const now = timestamp(dependencies.clock())
      const drafts = await runWithPauses(
        mapItems(alerts, (alert) => readArrivedAlerts(alert, { ...applied, now }, meter)),
      )
      const sent = drafts.flatMap((draft) => (isDropped(draft) ? [] : [{ draft, webhookId: null }]))
      if (sent.length === 0) return drafts.filter(isDropped)
      const intake = await AlertIntake.open(dependencies, parts, { sent, policies, meter })
      const received = await runWithPauses(
        mapItems(drafts, function* (draft) {
          if (isDropped(draft)) return draft
          return yield* intake.receive({ draft, webhookId: null }, caller.user)
        }),
      )
      await intake.save()
      return received.map((result): ReceivedAlert => {
        if ('droppedBy' in result) return result
        const alert = showWholeAlert(intake.latest(result))
        return result.isOutdated ? { outdated: true, alert } : alert
      })
    })
  })
}

/** Alert policies set times without a time zone in UTC. */
const UTC = new LocalClock('UTC')

/**
 * Runs the alert policies on an alert, then reads and validates the alert as the policies have left it
 * (rules.md#alert-policies). A time or a fingerprint that a policy has set is converted to a valid form. A time or a
 * fingerprint that the caller has sent must already be valid.
 */
function* readArrivedAlerts(
  alert: AlertInput,
  { now, ...applied }: AppliedPolicies & { readonly now: string },
  meter: WorkMeter,
): Generator<undefined, AlertDraft | DroppedAlert> {
  if (applied.policies.policiesFor(applied.webhookId).length === 0) return readPostedAlert(alert)
  const posted = arrivingAlert(alert)
  const run = yield* runAlertPolicies(applied, posted, meter)
  if ('droppedBy' in run) return { droppedBy: run.droppedBy.name }
  const { alert: left } = readTimes(run.alert, { clock: UTC, now }, posted)
  if (left.fingerprint === posted.fingerprint) return readPostedAlert(left)
  return readPostedAlert({ ...left, fingerprint: toFingerprint(left.fingerprint) })
}

function isDropped(received: object): received is DroppedAlert {
  return 'droppedBy' in received
}

/**
 * Runs `work` for each item. If `work` throws `invalid`, puts the location in front of the message, for example
 * `alerts[2]: `.
 */
function* mapItems<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Generator<undefined, Result>,
): Generator<undefined, readonly Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    try {
      results.push(yield* work(item))
    } catch (error) {
      const isInvalid = error instanceof OpsgraphError && error.kind === 'invalid'
      if (!isInvalid || items.length === 1) throw error
      const at = `alerts[${index}]`
      const issues = error.issues.map(({ path, ...issue }) => ({ ...issue, path: joinPath(at, path) }))
      throw new OpsgraphError('invalid', `${at}: ${error.message}`, issues)
    }
  }
  return results
}

/**
 * Stores an alert, or merges it into the stored alert of the same environment, resource and event
 * (rules.md#receiving-an-alert). Returns the stored alert, or the alert policy that dropped it.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function receiveAlert(
  dependencies: Dependencies,
  caller: Caller,
  alert: AlertInput,
): Promise<ReceivedAlert> {
  const [received] = await receiveAlerts(dependencies, caller, [alert])
  if (received === undefined) throw new Error('the alert just received is not there')
  return received
}
