import type { Caller } from '../../access/caller.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import {
  MAINTENANCE_WINDOW,
  type MaintenanceWindow,
  type MaintenanceWindowInput,
  type MaintenanceWindowPatch,
} from '../../maintenance/maintenance-window.js'
import { readMaintenanceWindow, readNewMaintenanceWindow } from '../../maintenance/read-maintenance-window.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import { type Audited, createAuditEntries, factsOfFields } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'

const AUDITED: Audited<MaintenanceWindow> = {
  family: 'maintenance-window',
  idOf: ({ id }) => id,
  textOf: ({ name }, action) => `maintenance window ${name} ${action}`,
  factsOf: factsOfFields<MaintenanceWindow>(MAINTENANCE_WINDOW.sentNames),
}

/**
 * Lists maintenance windows. Default order: oldest first (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listMaintenanceWindows(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'maintenance'>>,
): Promise<PagedList<MaintenanceWindow>> {
  const filters = normalizeNames(request.filters, ['name'])
  const query = readListQuery('maintenance', { ...request, filters })
  return pageOf(query, await store.maintenance.list(query))
}

/**
 * Reads a maintenance window (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readMaintenanceWindowById({ store }: Dependencies, id: string): Promise<MaintenanceWindow> {
  return await requireWindow(store, id)
}

/**
 * Creates a maintenance window, in which matching alerts have the status `blackout` (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `invalid` with all faults, or if too many windows are not over
 */
export async function createMaintenanceWindow(
  dependencies: Dependencies,
  caller: Caller,
  body: MaintenanceWindowInput,
): Promise<MaintenanceWindow> {
  const now = timestamp(dependencies.clock())
  const identity = { id: dependencies.newId(), createdBy: caller.user, createTime: now, updateTime: now }
  const window = { ...(await runWithPauses(readNewMaintenanceWindow(body))), ...identity }
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    await requireRoomForWindows(parts, window, now)
    await parts.maintenance.save([window])
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).created(window))
  })
  return window
}

/**
 * Changes a maintenance window. Fields that are left out do not change (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `notFound`; `invalid` with all faults, or if the change makes a window that was over take
 *   effect again although there are too many windows
 */
export async function updateMaintenanceWindow(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: MaintenanceWindowPatch },
): Promise<MaintenanceWindow> {
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const before = await requireWindow(parts, id)
    const updateTime = laterTimestamp(before.updateTime, timestamp(dependencies.clock()))
    const window = { ...(await runWithPauses(readMaintenanceWindow(before, body))), updateTime }
    // A window that was not over already counts, so it may be changed even if there are too many windows.
    if (isOver(before, updateTime)) await requireRoomForWindows(parts, window, updateTime)
    await parts.maintenance.save([window])
    await parts.audit.append(...createAuditEntries(dependencies, caller, AUDITED).updated(before, window))
    return window
  })
}

/**
 * Deletes a maintenance window. The alerts that it silences get back their own status (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteMaintenanceWindow(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const window = await requireWindow(parts, id)
    await parts.maintenance.delete(id)
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).deleted(window))
  })
}

async function requireWindow({ maintenance }: StoreParts, id: string): Promise<MaintenanceWindow> {
  return requireFound(await maintenance.read(id), 'maintenance window')
}

/** @throws OpsgraphError `invalid` if more than `LIMITS.maintenanceWindows` windows would not be over */
async function requireRoomForWindows(parts: StoreTransaction, { id }: MaintenanceWindow, now: string): Promise<void> {
  const others = (await parts.maintenance.pending(now)).filter((other) => other.id !== id)
  if (others.length < LIMITS.maintenanceWindows) return
  throw invalid(
    `there are ${others.length} maintenance windows that are not over, and the limit is ${LIMITS.maintenanceWindows}: delete windows that you do not need`,
  )
}

function isOver({ overTime }: MaintenanceWindow, now: string): boolean {
  return overTime !== null && overTime <= now
}
