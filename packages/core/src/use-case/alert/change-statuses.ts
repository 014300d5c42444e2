import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import type { ChangeContext } from '../../alert/alert-history.js'
import { unheld } from '../../alert/unheld.js'
import { fieldChanges } from '../../audit/field-changes.js'
import { applyWindows, type HoldingWindows } from '../../maintenance/hold-alert.js'
import type { StoreParts } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { WorkMeter } from '../../work-meter.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { holdingWindows } from '../maintenance/holding-windows.js'
import { readActivePolicies } from '../policy/active-policies.js'
import { alertFacts } from './alerts.js'

/** How to change the status of alerts. */
export interface StatusChanging {
  /** Changes an alert as it is without maintenance windows, and adds an entry with `text` to its history. */
  readonly change: (own: Alert, arrival: ChangeContext) => Alert
  readonly text: string
}

/**
 * Changes the status of alerts that the caller's transaction has locked, and writes an audit entry for each. Writes the
 * entry even if the status stays the same, because the history of the alert gets an entry too.
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
  const { maintenance } = await readActivePolicies(dependencies, parts)
  const owns = stored.map((before) => ({ before, own: change(unheld(before), arrival) }))
  const holdingInput = { alerts: owns.map(({ own }) => own), relations: parts.relations }
  const holding = await holdingWindows(maintenance, arrival.now, holdingInput)
  const changed = await runWithPauses(applyWindowsToAll(owns, { ...holding, arrival }))
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

interface ChangedAlert {
  readonly before: Alert
  /** The alert after the change, as it would be without maintenance windows. */
  readonly own: Alert
}

function* applyWindowsToAll(
  alerts: readonly ChangedAlert[],
  run: HoldingWindows & { readonly arrival: ChangeContext },
) {
  const meter = new WorkMeter()
  const changed: { readonly before: Alert; readonly after: Alert }[] = []
  for (const { before, own } of alerts) {
    changed.push({ before, after: yield* applyWindows(own, before.maintenance, { ...run, meter }) })
  }
  return changed
}

/** The status without maintenance windows, and the assignee. */
export function statusOf(alert: Alert) {
  const { status, statusUntil, assignee } = unheld(alert)
  return { status, statusUntil, assignee }
}
