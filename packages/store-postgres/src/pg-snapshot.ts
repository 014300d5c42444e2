/** A snapshot of PostgreSQL: the transactions whose changes are visible. */
export interface PgSnapshot {
  /** All transactions before this one are visible. */
  readonly xmin: number
  /** Neither this transaction nor any later one is visible. */
  readonly xmax: number
  /** The transactions from `xmin` up to `xmax` that are not visible, because they were still running. */
  readonly running: readonly number[]
}

/** Reads the text form of a `pg_snapshot`, for example `10:20:10,14,15`. */
export function readSnapshot(text: string): PgSnapshot {
  const [xmin, xmax, running = ''] = text.split(':')
  return { xmin: Number(xmin), xmax: Number(xmax), running: running === '' ? [] : running.split(',').map(Number) }
}

/**
 * Whether the changes of a transaction are visible in a snapshot, like the function `pg_visible_in_snapshot` of
 * PostgreSQL.
 */
export function isVisible(transaction: number, { xmin, xmax, running }: PgSnapshot): boolean {
  return transaction < xmin || (transaction < xmax && !running.includes(transaction))
}

/** The text form that {@link readSnapshot} reads. */
export function snapshotText({ xmin, xmax, running }: PgSnapshot): string {
  return `${xmin}:${xmax}:${running.join(',')}`
}

/** A copy of a snapshot in which no transaction after `last` is visible. */
export function upTo(last: number, { xmin, xmax, running }: PgSnapshot): PgSnapshot {
  const end = last + 1
  return { xmin: Math.min(xmin, end), xmax: Math.min(xmax, end), running: running.filter((one) => one < end) }
}
