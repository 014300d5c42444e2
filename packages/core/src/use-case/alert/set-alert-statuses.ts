import type { z } from 'zod'
import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { withHistory } from '../../alert/alert-history.js'
import { type AlertSelection, readStatusChanges, type StatusChanges } from '../../alert/alert-selection.js'
import { changeStatus } from '../../alert/receive.js'
import { showWholeAlert } from '../../alert/shown-alert.js'
import {
  type AlertsOfStatus,
  readStatusBody,
  STATUS_CHANGE,
  type StatusChangeInput,
  UNDONE_STATUSES,
  type UndoneStatuses,
} from '../../alert/status-change.js'
import { restoreStatus } from '../../alert/take-status.js'
import { unheld } from '../../alert/unheld.js'
import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import { requireFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'
import { addImpactFilter } from '../impact/add-impact-filter.js'
import { readAlertById } from './alerts.js'
import { changeStatuses, type StatusChanging, statusOf } from './change-statuses.js'
import { withSelectedAlerts } from './selected-alerts.js'

export interface ChangedStatuses {
  readonly ids: readonly string[]
  /** The statuses that the alerts had before, without maintenance windows. */
  readonly before: readonly AlertsOfStatus[]
  /** The person to whom the change assigns the alerts; `null` = nobody. */
  readonly assignee: string | null
}

/** The maximum number of alerts, with their histories, that are in memory at the same time. */
export const ALERTS_AT_ONCE = 500

/**
 * Changes the status of many alerts in one transaction: of all of them or of none (rules.md#changing-many-alerts).
 *
 * @param options if `dryRun` is true, nothing changes, and the result says which alerts would change
 * @throws OpsgraphError `invalid` for a malformed change, or if too many alerts match; `notFound`, naming the unknown
 *   ids; `forbidden` if the selection depends on the impact, and the caller lacks a scope
 */
export async function setAlertStatuses(
  dependencies: Dependencies,
  caller: Caller,
  changes: StatusChanges,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<ChangedStatuses> {
  const { selection, change } = readStatusChanges(changes)
  const { filters } = await addImpactFilter(dependencies, caller, selection)
  return await changeSelected(dependencies, caller, { ...selection, filters, dryRun }, change)
}

type Change = z.output<typeof STATUS_CHANGE>

async function changeSelected(
  dependencies: Dependencies,
  caller: Caller,
  { ids, filters, dryRun }: AlertSelection & { readonly dryRun: boolean },
  { withExplained, ...change }: Change,
): Promise<ChangedStatuses> {
  const selected = { ids, filters, withExplained }
  return await withSelectedAlerts(dependencies, caller, selected, async (parts, { refs, isChanged }) => {
    const before: ReturnType<typeof statusWithId>[] = []
    for (let start = 0; start < refs.length; start += ALERTS_AT_ONCE) {
      const locked = await parts.alerts.lock(refs.slice(start, start + ALERTS_AT_ONCE))
      const stored = locked.filter(isChanged)
      before.push(...stored.map(statusWithId))
      await pause()
      if (!dryRun) await changeStatuses(dependencies, caller, parts, { stored, ...toStatusChanging(change) })
    }
    const changed = new Set(before.map(({ id }) => id))
    const assignee = change.status === 'assign' ? (change.assignee ?? caller.user) : null
    return { ids: refs.flatMap(({ id }) => (changed.has(id) ? [id] : [])), before: groupByStatus(before), assignee }
  })
}

function statusWithId(alert: Alert) {
  return { id: alert.id, ...statusOf(alert) }
}

function groupByStatus(alerts: readonly ReturnType<typeof statusWithId>[]): readonly AlertsOfStatus[] {
  const groups = groupBy(alerts, ({ status, statusUntil, assignee }) => JSON.stringify([status, statusUntil, assignee]))
  return [...groups.values()].flatMap((group) => {
    const [{ status, statusUntil, assignee }] = group as [ReturnType<typeof statusWithId>]
    return { status, statusUntil, assignee, ids: group.map(({ id }) => id) }
  })
}

function toStatusChanging(chosen: Omit<Change, 'withExplained'>): StatusChanging {
  return { change: (own, arrival) => changeStatus(own, chosen, arrival), text: chosen.text }
}

export interface StatusChange {
  /** The id of the alert. */
  readonly id: string
  readonly body: StatusChangeInput
}

/**
 * Changes the status of an alert, and adds an entry to its history (rules.md#reading-and-changing-alerts). With
 * `withExplained`, the alerts that it explains get the status too (rules.md#explained-alerts).
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown status, an invalid text, a timeout or an assignee that the
 *   status cannot have, or if the alert explains too many alerts; `forbidden` if the caller lacks a scope of the impact
 */
export async function setAlertStatus(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: StatusChange,
): Promise<Alert> {
  const done = await dependencies.store.transaction(async (parts) => {
    const stored = requireFound(await parts.alerts.lockById(id), 'alert')
    const change = readStatusBody(STATUS_CHANGE, body)
    if (change.withExplained) return { change }
    const changed = await changeStatuses(dependencies, caller, parts, { stored: [stored], ...toStatusChanging(change) })
    return { changed }
  })
  if (done.changed !== undefined) return showWholeAlert(done.changed[0] as Alert)
  const selected = { ids: [id], filters: { id: [id] }, dryRun: false }
  await changeSelected(dependencies, caller, selected, done.change)
  return await readAlertById(dependencies, id)
}

/**
 * Restores the status that alerts had before a change, in one transaction (rules.md#undoing-a-change). If an alert has
 * got another status or assignee since the change, or was deleted, it does not change.
 *
 * @returns the ids of the alerts whose earlier status was restored
 * @throws OpsgraphError `invalid` for a malformed request, or if it names too many alerts
 */
export async function undoAlertStatuses(
  dependencies: Dependencies,
  caller: Caller,
  request: UndoneStatuses,
): Promise<readonly string[]> {
  const { before: groups, status, assignee, text } = readStatusBody(UNDONE_STATUSES, request)
  const before = new Map(groups.flatMap(({ ids, ...earlier }) => ids.map((id) => [id, earlier])))
  return await dependencies.store.transaction(async (parts) => {
    const { items } = await parts.alerts.lockMatching({ id: [...before.keys()] }, LIMITS.bulkAlerts)
    const undone: string[] = []
    for (let start = 0; start < items.length; start += ALERTS_AT_ONCE) {
      const locked = await parts.alerts.lock(items.slice(start, start + ALERTS_AT_ONCE))
      const stored = locked.filter((alert) => {
        return unheld(alert).status === status && (assignee === undefined || alert.assignee === assignee)
      })
      await changeStatuses(dependencies, caller, parts, {
        stored,
        change: (own, arrival) =>
          withHistory(restoreStatus(own, before.get(own.id) ?? own, arrival.now), 'status', arrival, text),
        text,
      })
      undone.push(...stored.map(({ id }) => id))
    }
    return undone
  })
}
