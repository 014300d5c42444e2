import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import type { Arrival } from '../../alert/alert-history.js'
import { unheld } from '../../alert/unheld.js'
import { fieldChanges } from '../../audit/field-changes.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import { applyWindows } from '../../maintenance/hold-alert.js'
import type { StoreParts } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { WorkMeter } from '../../work-meter.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'
import { alertFacts } from './alerts.js'

/** What happens to the status of alerts. */
export interface StatusChanging {
  /** Changes an alert that no maintenance window holds, and adds an entry with `text` to its history. */
  readonly change: (own: Alert, arrival: Arrival) => Alert
  readonly text: string
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
  { stored, change, text }: StatusChanging & { readonly stored: readonly Alert[] },
): Promise<readonly Alert[]> {
  const { clock, newId } = dependencies
  const arrival = { now: timestamp(clock()), newId, actor: caller.user }
  const { maintenance } = await activePolicies(dependencies, parts)
  const windows = await runWithPauses(maintenance.activeAt(arrival.now))
  const changed = await runWithPauses(changeAll(stored, { change, arrival, windows }))
  const alerts = changed.map(({ after }) => after)
  await parts.alerts.save(alerts)
  const entries = changed.map(({ before, after }) =>
    auditEntry(dependencies, caller, {
      event: 'alert-status-changed',
      resourceId: after.id,
      text: `alert ${after.event} of ${after.resource} is ${unheld(after).status} now`,
      attributes: {
        ...alertFacts(after),
        changes: fieldChanges({ ...statusOf(before), text: '' }, { ...statusOf(after), text }),
      },
    }),
  )
  await parts.audit.append(...entries)
  return alerts
}

interface StatusRun {
  /** Changes the status of an alert as it would be without maintenance windows. */
  readonly change: (own: Alert, arrival: Arrival) => Alert
  readonly arrival: Arrival
  /** The windows that are active now. */
  readonly windows: readonly CompiledWindow[]
}

function* changeAll(stored: readonly Alert[], { change, arrival, windows }: StatusRun) {
  const meter = new WorkMeter()
  const changed: { readonly before: Alert; readonly after: Alert }[] = []
  for (const before of stored) {
    const own = change(unheld(before), arrival)
    changed.push({ before, after: yield* applyWindows(own, before.maintenance, { windows, arrival, meter }) })
  }
  return changed
}

/** The status without maintenance windows, and who has the alert. */
export function statusOf(alert: Alert) {
  const { status, statusUntil, assignee } = unheld(alert)
  return { status, statusUntil, assignee }
}
