import type { StoredHeartbeat } from '../heartbeat/heartbeat.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

/** Stores the last heartbeat of each origin (rules.md#heartbeats). */
export interface HeartbeatStore {
  /**
   * Default order: origin. Each value of the filter `status` is a status and a time, such as `expired
   * 2026-01-01T00:00:00.000Z`. It matches heartbeats that have this status at this time: `expired` if the expireTime is
   * not later than the time, otherwise `slow` if the heartbeat is slow, otherwise `ok`. In any order, heartbeats whose
   * value in the sort column is `null` come last.
   */
  list(query: ListQuery<ListFilter<'heartbeats'>, ListSort<'heartbeats'>>): Promise<Page<StoredHeartbeat>>
  read(id: string): Promise<StoredHeartbeat | undefined>
  /**
   * Finds the heartbeat of an origin. In a transaction, this call also locks the origin: until the transaction ends,
   * `lock`, `add`, `save`, `delete` and `overdue` of other transactions wait for this heartbeat. They then see the
   * changes of this transaction.
   */
  lock(origin: string): Promise<StoredHeartbeat | undefined>
  /**
   * Adds a heartbeat. If the origin already has a heartbeat, or if the id is in use, changes nothing and returns false.
   */
  add(heartbeat: StoredHeartbeat): Promise<boolean>
  /** Replaces the heartbeat with the same id. Its origin must not change. Returns false if no heartbeat has this id. */
  save(heartbeat: StoredHeartbeat): Promise<boolean>
  /** Deletes a heartbeat. Returns true if it existed. */
  delete(id: string): Promise<boolean>
  /**
   * The first `limit` heartbeats whose expireTime is not later than `now` and that are not marked as missed, ordered by
   * expireTime, then id. In a transaction, locks them as {@link lock} does.
   */
  overdue(now: string, limit: number): Promise<readonly StoredHeartbeat[]>
  /** Marks heartbeats as missed. The ids must come from {@link overdue} in the same transaction. */
  miss(ids: readonly string[]): Promise<void>
}
