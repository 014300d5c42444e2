import type { ListFilter } from '../list-columns.js'
import type { MaintenanceWindow } from '../maintenance/maintenance-window.js'
import type { ListQuery, Page } from '../page.js'

/** Stores maintenance windows. Every change of a window also changes the `PolicyRevision`. */
export interface MaintenanceStore {
  /**
   * Default order: createTime, then id. In any order, windows whose value in the sort column is `null` come last.
   */
  list(query: ListQuery<ListFilter<'maintenance'>, ListFilter<'maintenance'>>): Promise<Page<MaintenanceWindow>>
  read(id: string): Promise<MaintenanceWindow | undefined>
  /** A text that identifies the state of all windows: if one is added, changed or removed, the text is different. */
  version(): Promise<string>
  /**
   * The windows that end after `time` or never (their overTime is later than `time`, or `null`), ordered by createTime,
   * then id.
   */
  pending(time: string): Promise<readonly MaintenanceWindow[]>
  /**
   * Adds each window, or replaces the stored window with the same id. No two windows of a call may have the same id.
   */
  save(windows: readonly MaintenanceWindow[]): Promise<void>
  /** Deletes a window. Returns true if it existed. */
  delete(id: string): Promise<boolean>
}
