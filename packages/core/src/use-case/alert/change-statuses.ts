import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import type { Arrival } from '../../alert/alert-history.js'
import { checkAlertStatus } from '../../alert/read-alert.js'
import { readStatusTimeout } from '../../alert/read-status-timeout.js'
import { changeStatus } from '../../alert/receive.js'
import { unheld } from '../../alert/unheld.js'
import { fieldChanges } from '../../audit/field-changes.js'
import { BodyReader } from '../../body-reader.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import { underWindows } from '../../maintenance/hold-alert.js'
import type { StoreParts } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { WorkMeter } from '../../work-meter.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'
import { alertFacts } from './alert-facts.js'

/** The status that alerts get, for how long, and the text of the history entry. */
export type ChosenStatus = Parameters<typeof changeStatus>[1]

/** @throws OpsgraphError `invalid` for an unknown status, an invalid text, or a timeout that the status cannot have */
export function readChosenStatus(change: object): ChosenStatus {
  const reader = new BodyReader(change)
  const status = checkAlertStatus(reader.value('status'))
  return { status, timeout: readStatusTimeout(status, reader.value('timeout')), text: reader.text('text') ?? '' }
}

/**
 * Changes the status of alerts that the caller's transaction has locked, and writes an audit entry for each. An audit
 * entry is written even if the status stays the same, because the alert's history gets an entry in that case too.
 *
 * @returns the changed alerts, in the given order
 */
export async function changeStatuses(
  dependencies: Dependencies,
  caller: Caller,
  parts: StoreParts,
  { stored, chosen }: { readonly stored: readonly Alert[]; readonly chosen: ChosenStatus },
): Promise<readonly Alert[]> {
  const { clock, newId } = dependencies
  const arrival = { now: timestamp(clock()), newId, actor: caller.user }
  const { maintenance } = await activePolicies(dependencies, parts)
  const windows = maintenance.activeAt(arrival.now)
  const changed = await runWithPauses(changeAll(stored, { chosen, arrival, windows }))
  const alerts = changed.map(({ after }) => after)
  await parts.alerts.save(alerts)
  const entries = changed.map(({ before, after }) =>
    auditEntry(dependencies, caller, {
      event: 'alert-status-changed',
      resourceId: after.id,
      text: `alert ${after.event} of ${after.resource} is ${chosen.status} now`,
      attributes: {
        ...alertFacts(after),
        changes: fieldChanges({ ...statusOf(before), text: '' }, { ...statusOf(after), text: chosen.text }),
      },
    }),
  )
  await parts.audit.append(...entries)
  return alerts
}

interface StatusRun {
  readonly chosen: ChosenStatus
  readonly arrival: Arrival
  /** The windows that are active now. */
  readonly windows: readonly CompiledWindow[]
}

function* changeAll(stored: readonly Alert[], { chosen, arrival, windows }: StatusRun) {
  const meter = new WorkMeter()
  const changed: { readonly before: Alert; readonly after: Alert }[] = []
  for (const before of stored) {
    const own = changeStatus(unheld(before), chosen, arrival)
    changed.push({ before, after: yield* underWindows(own, before.maintenance, { windows, arrival, meter }) })
  }
  return changed
}

/** The status without maintenance windows. */
function statusOf(alert: Alert) {
  const { status, statusUntil } = unheld(alert)
  return { status, statusUntil }
}
