import type { z } from 'zod'
import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { type AlertSelection, readStatusChanges, type StatusChanges } from '../../alert/alert-selection.js'
import { changeStatus } from '../../alert/receive.js'
import { showWholeAlert } from '../../alert/shown-alert.js'
import {
  type AlertsOfStatus,
  readStatusBody,
  STATUS_CHANGE,
  type StatusChangeInput,
} from '../../alert/status-change.js'
import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import { invalid, notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { AlertRef } from '../../port/alert-store.js'
import type { StoreParts } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { withCounted } from '../impact/counted-alerts.js'
import { changeStatuses, type StatusChanging, statusOf } from './change-statuses.js'

export interface ChangedStatuses {
  readonly ids: readonly string[]
  /** The statuses that the alerts had before, without maintenance windows. */
  readonly before: readonly AlertsOfStatus[]
}

/** The maximum number of alerts, with their histories, that are in memory at the same time. */
export const ALERTS_AT_ONCE = 500
/** The maximum number of unknown ids that a message names. */
const NAMED = 10

/**
 * Changes the status of many alerts in one transaction. Changes either all of them or none
 * (rules.md#changing-many-alerts).
 *
 * @param options if `dryRun` is true, nothing is changed, and the result says which alerts would be changed
 * @throws OpsgraphError `invalid` for a malformed change, or if too many alerts match; `notFound`, naming the unknown
 *   ids; `forbidden` if the filter `hurts` or `unreached` is given and the caller lacks a scope
 */
export async function setAlertStatuses(
  dependencies: Dependencies,
  caller: Caller,
  changes: StatusChanges,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<ChangedStatuses> {
  const { selection, change } = readStatusChanges(changes)
  const filters = await withCounted(dependencies, caller, selection)
  return await dependencies.store.transaction(async (parts) => {
    const alerts = await lockSelected(parts, { ...selection, filters })
    const before: ReturnType<typeof statusWithId>[] = []
    for (let start = 0; start < alerts.length; start += ALERTS_AT_ONCE) {
      const stored = await parts.alerts.lock(alerts.slice(start, start + ALERTS_AT_ONCE))
      before.push(...stored.map(statusWithId))
      await pause()
      if (!dryRun) await changeStatuses(dependencies, caller, parts, { stored, ...withStatus(change) })
    }
    return { ids: alerts.map(({ id }) => id), before: byStatus(before) }
  })
}

function statusWithId(alert: Alert) {
  return { id: alert.id, ...statusOf(alert) }
}

function byStatus(alerts: readonly ReturnType<typeof statusWithId>[]): readonly AlertsOfStatus[] {
  const groups = groupBy(alerts, ({ status, statusUntil }) => `${status} ${statusUntil}`)
  return [...groups.values()].flatMap((group) => {
    const [{ status, statusUntil }] = group as [ReturnType<typeof statusWithId>]
    return { status, statusUntil, ids: group.map(({ id }) => id) }
  })
}

async function lockSelected(parts: StoreParts, { ids, filters }: AlertSelection): Promise<readonly AlertRef[]> {
  const { items, total } = await parts.alerts.lockMatching(filters, LIMITS.bulkAlerts)
  if (total > LIMITS.bulkAlerts) throw invalid(`${total} alerts match, the limit is ${LIMITS.bulkAlerts} alerts`)
  const found = new Set(items.map(({ id }) => id))
  const unknown = ids?.filter((id) => !found.has(id)) ?? []
  if (unknown.length > 0) throw unknownAlerts(unknown)
  return items
}

function unknownAlerts(ids: readonly string[]): OpsgraphError {
  const others = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''
  return new OpsgraphError(
    'notFound',
    `alerts not found: ${ids
      .slice(0, NAMED)
      .map((id) => id.slice(0, 100))
      .join(', ')}${others}`,
  )
}

function withStatus({ status, text, timeout }: z.output<typeof STATUS_CHANGE>): StatusChanging {
  return { change: (own, arrival) => changeStatus(own, { status, timeout, text }, arrival), text }
}

export interface StatusChange {
  /** The id of the alert. */
  readonly id: string
  readonly body: StatusChangeInput
}

/**
 * Changes the status of an alert, and adds an entry to its history (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown status, an invalid text, or a timeout that the status
 *   cannot have
 */
export async function setAlertStatus(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: StatusChange,
): Promise<Alert> {
  return await dependencies.store.transaction(async (parts) => {
    const stored = await parts.alerts.lockById(id)
    if (stored === undefined) throw notFound('alert')
    const change = withStatus(readStatusBody(STATUS_CHANGE, body))
    const [alert] = await changeStatuses(dependencies, caller, parts, { stored: [stored], ...change })
    return showWholeAlert(alert as Alert)
  })
}
