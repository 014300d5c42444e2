import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { type AlertSelection, readAlertSelection } from '../../alert/read-alert-selection.js'
import { BodyReader } from '../../body-reader.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import type { AlertRef } from '../../port/alert-store.js'
import type { StoreParts } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { type ChosenStatus, changeStatuses, readChosenStatus } from './change-statuses.js'

/** Selects alerts by their ids or by the filters of a list, and says which status they get. */
export interface StatusChanges {
  readonly ids?: readonly string[] | undefined
  readonly filters?: Readonly<Partial<Record<ListFilter<'alerts'>, string | readonly string[]>>> | undefined
  readonly status: AlertStatus
  readonly text?: string | undefined
  /** Seconds after which the alerts become `open` again. Only for the statuses `ack` and `shelved`. Default: never. */
  readonly timeout?: number | undefined
}

/** The maximum number of alerts, with their histories, that are in memory at the same time. */
const ALERTS_AT_ONCE = 500
/** The maximum number of unknown ids that a message names. */
const NAMED = 10

/**
 * Changes the status of many alerts in one transaction: of all or of none (rules.md#changing-many-alerts).
 *
 * @returns the ids of the changed alerts
 * @throws OpsgraphError `invalid` for a malformed change, or if too many alerts match; `notFound`, naming the unknown
 *   ids
 */
export async function setAlertStatuses(
  dependencies: Dependencies,
  caller: Caller,
  changes: StatusChanges,
): Promise<readonly string[]> {
  const { selection, chosen } = readChanges(changes)
  return await dependencies.store.transaction(async (parts) => {
    const alerts = await lockSelected(parts, selection)
    for (let start = 0; start < alerts.length; start += ALERTS_AT_ONCE) {
      const stored = await parts.alerts.lock(alerts.slice(start, start + ALERTS_AT_ONCE))
      await pause()
      await changeStatuses(dependencies, caller, parts, { stored, chosen })
    }
    return alerts.map(({ id }) => id)
  })
}

function readChanges(changes: StatusChanges): { selection: AlertSelection; chosen: ChosenStatus } {
  const reader = new BodyReader(changes)
  reader.refuseOthers(['ids', 'filters', 'status', 'text', 'timeout'])
  return { selection: readAlertSelection(reader), chosen: readChosenStatus(changes) }
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
