import type { StoredHeartbeat } from '../heartbeat/heartbeat.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

/** Heartbeats: at most one for each origin (rules.md#heartbeats). */
export interface HeartbeatStore {
  /**
   * Default order: origin. The filter `status` has values such as `expired 2026-01-01T00:00:00.000Z`, which means that
   * the heartbeat has this status at this time: `expired` if its expireTime is not later, otherwise `slow` if it is slow,
   * otherwise `ok`. In any order, heartbeats whose value in the sort column is `null` come last.
   */
  list(query: ListQuery<ListFilter<'heartbeats'>, ListSort<'heartbeats'>>): Promise<Page<StoredHeartbeat>>
  read(id: string): Promise<StoredHeartbeat | undefined>
  /**
   * Finds the heartbeat of an origin. In a transaction, `lock`, `add`, `save`, `delete` and `overdue` for this heartbeat
   * then wait until the transaction ends. A call waits for the transactions with earlier calls, and sees their changes.
   */
  lock(origin: string): Promise<StoredHeartbeat | undefined>
  /** Adds a heartbeat. If the origin has one already, or the id is in use, changes nothing and returns false. */
  add(heartbeat: StoredHeartbeat): Promise<boolean>
  /** Replaces a heartbeat, whose origin stays. Returns false if no heartbeat has this id. */
  save(heartbeat: StoredHeartbeat): Promise<boolean>
  /** Deletes a heartbeat. Returns true if it existed. */
  delete(id: string): Promise<boolean>
  /**
   * The heartbeats whose expireTime is not later than `now` and which are not marked as missed, the first due first,
   * then by id. In a transaction, locks them as {@link lock} does.
   */
  overdue(now: string, limit: number): Promise<readonly StoredHeartbeat[]>
  /** Marks heartbeats as missed. The ids must come from {@link overdue} in the same transaction. */
  miss(ids: readonly string[]): Promise<void>
}
