/** A snapshot of PostgreSQL: the transactions whose changes are visible. */
export interface PgSnapshot {
  /** All transactions before this one are visible. */
  readonly xmin: number
  /** No transaction from this one on is visible. */
  readonly xmax: number
  /** Transactions in between that are not visible. */
  readonly running: readonly number[]
}

/** Reads the text form of a `pg_snapshot`, for example `10:20:10,14,15`. */
export function readSnapshot(text: string): PgSnapshot {
  const [xmin, xmax, running = ''] = text.split(':')
  return { xmin: Number(xmin), xmax: Number(xmax), running: running === '' ? [] : running.split(',').map(Number) }
}

/** Like `pg_visible_in_snapshot`. */
export function isVisible(transaction: number, { xmin, xmax, running }: PgSnapshot): boolean {
  return transaction < xmin || (transaction < xmax && !running.includes(transaction))
}
