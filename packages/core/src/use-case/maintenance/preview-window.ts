import type { Alert } from '../../alert/alert.js'
import { ACTIVE_STATUSES } from '../../alert/alert-status.js'
import { filterWarnings } from '../../alert/filter-warnings.js'
import { unheld } from '../../alert/unheld.js'
import { EMPTY_FILTER } from '../../filter/filter.js'
import { LIMITS } from '../../limits.js'
import { type CompiledWindow, compileWindowFilter } from '../../maintenance/compiled-window.js'
import { WINDOW_PREVIEW_REQUEST, type WindowPreviewRequest } from '../../maintenance/maintenance-window.js'
import type { ResourcesBelow } from '../../maintenance/resources-below.js'
import { readBody } from '../../schema/read-body.js'
import { isRest, WorkExceeded, WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readBelow } from './holding-windows.js'

/** Which active alerts a maintenance window would silence now. */
export interface MaintenanceWindowPreview {
  /** The number of all active alerts. */
  readonly total: number
  /** The number of alerts that were checked: those that were received last. */
  readonly searched: number
  readonly matched: number
  /** The first alerts that the window would silence, the last received first. */
  readonly alerts: readonly AlertToBeHeld[]
  /** Keys of the filters that no alert has (rules.md#filter-keys-5). */
  readonly warnings: readonly string[]
}

interface AlertToBeHeld extends Pick<Alert, 'id' | 'environment' | 'resource' | 'event' | 'severity'> {
  /** The resource below the alert that matches the filters; `null` = the alert itself matches. */
  readonly below: string | null
}

/**
 * Tries a maintenance window before it is saved: finds the active alerts that it would silence if it were in effect now
 * (rules.md#maintenance-windows-15). Ignores other windows. Stores nothing.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export async function previewMaintenanceWindow(
  dependencies: Dependencies,
  request: WindowPreviewRequest,
): Promise<MaintenanceWindowPreview> {
  const { filters: sent, hurtDepth } = readBody(WINDOW_PREVIEW_REQUEST, request)
  const filters = sent ?? EMPTY_FILTER
  const window = compileWindowFilter({ filters, hurtDepth: hurtDepth ?? LIMITS.hurtDepth.default })
  const { alerts, total } = await readActiveAlerts(dependencies)
  const below = await readBelow(dependencies, [window], alerts)
  const { searched, held } = await runWithPauses(previewAlerts(alerts, window, below))
  const first = held.slice(0, LIMITS.windowPreviewAlerts)
  return { total, searched, matched: held.length, alerts: first, warnings: filterWarnings({ filters }) }
}

/** The active alerts that were received last, and the number of all active alerts. */
async function readActiveAlerts({ store }: Dependencies) {
  const sort = { column: 'lastReceiveTime', descending: true } as const
  const filters = { status: [...ACTIVE_STATUSES] }
  const pageSize = LIMITS.pageSize.max
  const found = new Map<string, Alert>()
  let total = 0
  for (let page = 1; page * pageSize <= LIMITS.windowPreviewSearched; page++) {
    const answer = await store.alerts.list({ filters, sort, page, pageSize })
    for (const alert of answer.items) found.set(alert.id, alert)
    total = answer.total
    if (answer.items.length < pageSize) break
  }
  // An alert that closes while pages are read may be on a page, but is missing in the last `total`.
  return { alerts: [...found.values()], total: Math.max(total, found.size) }
}

/** Applies the window to one alert after another, until the request has used all of its steps (`LIMITS.policyWork`). */
function* previewAlerts(
  alerts: readonly Alert[],
  window: Pick<CompiledWindow, 'test' | 'below'>,
  below: ResourcesBelow,
): Generator<undefined, { readonly searched: number; readonly held: readonly AlertToBeHeld[] }> {
  const meter = WorkMeter.forRequest()
  const heldAlerts: AlertToBeHeld[] = []
  let searched = 0
  try {
    for (const own of alerts.map(unheld)) {
      const { id, environment, resource, event, severity } = own
      const isMatching = window.test(own, meter)
      const matches = isRest(isMatching) ? yield* isMatching : isMatching
      const lower = matches ? null : window.below && (yield* below.nearest(own, window.below, meter))
      if (lower !== undefined) heldAlerts.push({ id, environment, resource, event, severity, below: lower })
      searched++
    }
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error
  }
  return { searched, held: heldAlerts }
}
