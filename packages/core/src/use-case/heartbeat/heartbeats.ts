import type { Caller } from '../../access/caller.js'
import type { Heartbeat, HeartbeatInput, StoredHeartbeat } from '../../heartbeat/heartbeat.js'
import { attributeWarnings, endOfMissedHeartbeatAlert, missedHeartbeatAlert } from '../../heartbeat/missed-heartbeat.js'
import { isOutdated, readHeartbeat, renewHeartbeat, showHeartbeat } from '../../heartbeat/receive-heartbeat.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { notFound, requireFound } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { endOwnAlerts, type OwnAlertEnd, raiseInBatches, raiseOwnAlerts } from '../alert/own-alerts.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'

/** The outcome of receiving a heartbeat. */
export interface ReceivedHeartbeat {
  readonly heartbeat: Heartbeat
  /** True if a newer heartbeat of the origin was already stored, so that this one changed nothing. */
  readonly isOutdated: boolean
  /** Values that the sender has probably sent by mistake. */
  readonly warnings: readonly string[]
}

/**
 * Receives the heartbeat of an origin: adds it, or renews the stored one. If the heartbeat was overdue, the alert about
 * this closes (rules.md#heartbeats).
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export async function receiveHeartbeat(
  dependencies: Dependencies,
  caller: Caller,
  body: HeartbeatInput,
): Promise<ReceivedHeartbeat> {
  const arrived = readHeartbeat(body)
  const now = timestamp(dependencies.clock())
  const warnings = attributeWarnings(arrived)
  return await dependencies.store.transaction(async (parts) => {
    const first = renewHeartbeat(dependencies.newId(), arrived, now)
    const stored = await lockOrAddHeartbeat(parts, first)
    if (stored === undefined) return { heartbeat: showHeartbeat(first, now), isOutdated: false, warnings }
    if (isOutdated(arrived, stored, now)) {
      return { heartbeat: showHeartbeat(stored, now), isOutdated: true, warnings }
    }
    const renewed = renewHeartbeat(stored.id, arrived, now)
    await parts.heartbeats.save(renewed)
    const text = `${renewed.origin} sends heartbeats again`
    await closeMissAlert(dependencies, parts, stored, {
      draft: endOfMissedHeartbeatAlert(renewed, text),
      actor: caller.user,
    })
    return { heartbeat: showHeartbeat(renewed, now), isOutdated: false, warnings }
  })
}

/** Returns the stored heartbeat of the origin, locked; or adds the heartbeat, and returns `undefined`. */
async function lockOrAddHeartbeat(
  { heartbeats }: StoreTransaction,
  heartbeat: StoredHeartbeat,
): Promise<StoredHeartbeat | undefined> {
  for (;;) {
    const stored = await heartbeats.lock(heartbeat.origin)
    if (stored !== undefined) return stored
    // Another request may have added the heartbeat meanwhile. Then the next call of `lock` finds it.
    if (await heartbeats.add(heartbeat)) return undefined
  }
}

/** Closes the alert about an overdue heartbeat, if there is one. */
async function closeMissAlert(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { isMissed }: StoredHeartbeat,
  end: OwnAlertEnd,
): Promise<void> {
  if (isMissed) await endOwnAlerts(dependencies, parts, [end])
}

/**
 * Lists heartbeats by origin (rules.md#heartbeats).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown status
 */
export async function listHeartbeats(
  { store, clock }: Dependencies,
  request: ListRequest<ListFilter<'heartbeats'>>,
): Promise<PagedList<Heartbeat>> {
  const now = timestamp(clock())
  const query = readListQuery('heartbeats', { ...request, filters: normalizeNames(request.filters, ['origin']) })
  const { status, ...others } = query.filters
  const filters = status === undefined ? others : { ...others, status: status.map((each) => `${each} ${now}`) }
  const { items, total } = await store.heartbeats.list({ ...query, filters })
  return pageOf(query, { items: items.map((stored) => showHeartbeat(stored, now)), total })
}

/**
 * Reads a heartbeat.
 *
 * @throws OpsgraphError `notFound`
 */
export async function readHeartbeatById({ store, clock }: Dependencies, id: string): Promise<Heartbeat> {
  return showHeartbeat(requireFound(await store.heartbeats.read(id), 'heartbeat'), timestamp(clock()))
}

/**
 * Deletes a heartbeat, so that no heartbeat of its origin is expected. If it was overdue, the alert about this closes.
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteHeartbeat(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    const { origin } = requireFound(await parts.heartbeats.read(id), 'heartbeat')
    const heartbeat = requireFound(await parts.heartbeats.lock(origin), 'heartbeat')
    // Fails if another request has deleted the heartbeat meanwhile. Then the locked heartbeat is a newer one of the
    // origin.
    if (!(await parts.heartbeats.delete(id))) throw notFound('heartbeat')
    const text = `the heartbeat of ${origin} was deleted`
    await closeMissAlert(dependencies, parts, heartbeat, {
      draft: endOfMissedHeartbeatAlert(heartbeat, text),
      actor: caller.user,
    })
    const { timeout, receiveTime } = heartbeat
    const note = { event: 'heartbeat-deleted', resourceId: id, text: `heartbeat of ${origin} deleted` } as const
    await parts.audit.append(
      auditEntry(dependencies, caller, { ...note, attributes: { origin, timeout, receiveTime } }),
    )
  })
}

/**
 * Opens an alert for every heartbeat that is overdue (rules.md#heartbeats-7). A server calls this function repeatedly.
 * If several servers call it at the same time, only one of them does the work. A heartbeat is marked as missed in the
 * transaction that opens its alert, so that it gets one alert only. The number of database statements depends only on
 * the number of transactions.
 *
 * @returns the number of heartbeats that have become overdue
 */
export async function noticeMissedHeartbeats(dependencies: Dependencies): Promise<number> {
  return await raiseInBatches(dependencies, async (parts) => {
    const overdue = await parts.heartbeats.overdue(timestamp(dependencies.clock()), LIMITS.dueAlerts)
    if (overdue.length > 0) await parts.heartbeats.miss(overdue.map(({ id }) => id))
    await raiseOwnAlerts(dependencies, parts, overdue.map(missedHeartbeatAlert))
    return overdue.length
  })
}
