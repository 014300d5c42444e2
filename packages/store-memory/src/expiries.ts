import { countUpTo } from './list-page.js'
import type { Table, UndoLog } from './table.js'

interface ExpiringRow {
  readonly id: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly expires: string
}

/**
 * A list of the expiry times of rows in ascending order, for finding expired rows without reading all rows. If a row is
 * removed or gets another expiry time, its old entry stays in the list, and is ignored when it is due. Rows that are
 * added later usually expire later, so most entries are added at the end.
 */
export class ExpiryQueue<Row extends ExpiringRow> {
  readonly #table: Table<Row>
  readonly #undo: UndoLog
  readonly #entries: ExpiringRow[] = []

  constructor(table: Table<Row>, undo: UndoLog) {
    this.#table = table
    this.#undo = undo
  }

  /** Puts a row into the table, and adds its expiry time. */
  put(row: Row): void {
    this.#table.put(row)
    this.#add({ id: row.id, expires: row.expires })
  }

  /** Removes rows that have expired by `now`, earliest first. Reads at most `limit` entries. */
  removeExpired(now: string, limit: number): void {
    const due = this.#entries.splice(0, Math.min(limit, this.#countUntil(now)))
    this.#undo.record(() => {
      for (const entry of due) this.#add(entry)
    })
    for (const { id, expires } of due) if (this.#table.get(id)?.expires === expires) this.#table.remove(id)
  }

  #add(entry: ExpiringRow): void {
    this.#entries.splice(this.#countUntil(entry.expires), 0, entry)
  }

  #countUntil(time: string): number {
    return countUpTo(this.#entries, ({ expires }) => expires <= time)
  }
}
