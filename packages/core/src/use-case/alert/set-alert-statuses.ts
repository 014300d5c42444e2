import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { type AlertSelection, readAlertSelection } from '../../alert/read-alert-selection.js'
import { showWholeAlert } from '../../alert/shown-alert.js'
import { BodyReader } from '../../body-reader.js'
import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { invalid, notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { AlertRef } from '../../port/alert-store.js'
import type { StoreParts } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { withCounted } from '../impact/counted-alerts.js'
import { changeStatuses, readChosenStatus, type StatusChanging, statusOf } from './change-statuses.js'

/** Selects alerts by their ids or by the filters of a list, and says which status they get. */
export interface StatusChanges {
  readonly ids?: readonly string[] | undefined
  readonly filters?: SentFilters | undefined
  readonly status: AlertStatus
  readonly text?: string | undefined
  /** Seconds after which the alerts become `open` again. Only for the statuses `ack` and `shelved`. Default: never. */
  readonly timeout?: number | undefined
}

interface SentFilters extends Readonly<Partial<Record<ListFilter<'alerts'> | 'hurts', string | readonly string[]>>> {
  readonly unreached?: boolean | undefined
}

export interface ChangedStatuses {
  readonly ids: readonly string[]
  /** The statuses that the alerts had before, without maintenance windows. */
  readonly before: readonly AlertsOfStatus[]
}

/** Alerts that have the same status until the same time; `null` = the status does not end by itself. */
export interface AlertsOfStatus extends Pick<Alert, 'status' | 'statusUntil'> {
  readonly ids: readonly string[]
}

/** The maximum number of alerts, with their histories, that are in memory at the same time. */
export const ALERTS_AT_ONCE = 500
/** The maximum number of unknown ids that a message names. */
const NAMED = 10

/**
 * Changes the status of many alerts in one transaction: of all or of none (rules.md#changing-many-alerts).
 *
 * @param options if `dryRun` is true, nothing is changed, and the result says which alerts would be
 * @throws OpsgraphError `invalid` for a malformed change, or if too many alerts match; `notFound`, naming the unknown
 *   ids; `forbidden` if the filter `hurts` or `unreached` is given and the caller lacks a scope
 */
export async function setAlertStatuses(
  dependencies: Dependencies,
  caller: Caller,
  changes: StatusChanges,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<ChangedStatuses> {
  const { selection, chosen } = readChanges(changes)
  const filters = await withCounted(dependencies, caller, selection)
  return await dependencies.store.transaction(async (parts) => {
    const alerts = await lockSelected(parts, { ...selection, filters })
    const before: ReturnType<typeof statusWithId>[] = []
    for (let start = 0; start < alerts.length; start += ALERTS_AT_ONCE) {
      const stored = await parts.alerts.lock(alerts.slice(start, start + ALERTS_AT_ONCE))
      before.push(...stored.map(statusWithId))
      await pause()
      if (!dryRun) await changeStatuses(dependencies, caller, parts, { stored, ...chosen })
    }
    return { ids: alerts.map(({ id }) => id), before: byStatus(before) }
  })
}

function readChanges(changes: StatusChanges): { selection: AlertSelection; chosen: StatusChanging } {
  const reader = new BodyReader(changes)
  reader.refuseOthers(['ids', 'filters', 'status', 'text', 'timeout'])
  return { selection: readAlertSelection(reader), chosen: readChosenStatus(changes) }
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

export interface StatusChange {
  readonly id: string
  readonly status: AlertStatus
  readonly text?: string | undefined
  /** Seconds after which the alert becomes `open` again. Only for the statuses `ack` and `shelved`. Default: never. */
  readonly timeout?: number | undefined
}

/**
 * Changes the status of an alert, and adds an entry to its history (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown status, an invalid text, or a timeout that the status
 *   cannot have
 */
export async function setAlertStatus(dependencies: Dependencies, caller: Caller, change: StatusChange): Promise<Alert> {
  return await dependencies.store.transaction(async (parts) => {
    const stored = await parts.alerts.lockById(change.id)
    if (stored === undefined) throw notFound('alert')
    const chosen = readChosenStatus(change)
    const [alert] = await changeStatuses(dependencies, caller, parts, { stored: [stored], ...chosen })
    return showWholeAlert(alert as Alert)
  })
}
