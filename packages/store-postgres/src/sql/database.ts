import { mapWithPauses } from './batches.js'

/** The value of a parameter. Lists are sent as one text, see `textArray`. */
export type SqlValue = string | number | boolean | null

export interface Statement {
  /**
   * SQL with `$1`, `$2`, …. Times are sent and returned in ISO 8601, as in the core. Values of the type `json` are
   * returned parsed.
   */
  readonly text: string
  readonly values?: readonly SqlValue[]
  /** The name of a prepared statement. Statements with the same name always have the same text. */
  readonly name?: string
  /**
   * Whether a server may cache the plan of the named statement. Caching is safe for these statements:
   *
   * - They write given rows, look up one row by its key, walk the graph, read the log of relations, or read all active
   *   alerts.
   * - They have only one possible plan: they take advisory locks, read the state of the server, or read a whole small
   *   table.
   *
   * If a table grows much at once, it is analyzed, which renews the cached plans (`docs/decision/0013-early-plans.md`,
   * `docs/decision/0014-plain-sql.md`).
   */
  readonly keepsPlan?: boolean
}

export interface StatementResult<Row> {
  /** Each row is the list of its columns. */
  readonly rows: readonly Row[]
  /** The number of returned rows. If the statement returns no rows: the number of written rows. */
  readonly count: number
}

/** Runs statements, either on the database itself or in one transaction. */
export interface Session {
  query<Row extends readonly unknown[] = readonly never[]>(statement: Statement): Promise<StatementResult<Row>>
  /** Runs several statements atomically. Within a transaction, a failure rolls back only these statements. */
  atomic<T>(work: (session: Session) => Promise<T>): Promise<T>
}

export interface TransactionSession extends Session {
  /** Runs a text of several statements. The client waits for the answer without a time limit. */
  script(text: string): Promise<unknown>
}

/**
 * `write`: each statement sees what other transactions have committed before it. `snapshot`: all statements see the
 * same state of the database, and must not write.
 */
export type TransactionMode = 'write' | 'snapshot'

/**
 * The interface to a driver. Throws OpsgraphError `unavailable` if the database cannot be reached. If the database
 * refuses a statement, throws an error with the SQLSTATE of five characters as `code`.
 */
export interface Database {
  /** Runs one statement, which is its own transaction. */
  query<Row extends readonly unknown[]>(statement: Statement): Promise<StatementResult<Row>>
  /** @param first a statement without parameters that is sent with the statement that opens the transaction */
  transaction<T>(mode: TransactionMode, work: (session: TransactionSession) => Promise<T>, first?: string): Promise<T>
  /**
   * Checks that the database answers statements. On a server, also checks that writes succeed. Rejects if a check
   * fails.
   */
  ping(): Promise<void>
  /** The state of the connection pool, if there is one. */
  readonly poolCounts?: (() => PoolCounts) | undefined
  close(): Promise<void>
}

/** The connections to a server at one moment. */
export interface PoolCounts {
  /** The maximum number of open connections. */
  readonly max: number
  readonly open: number
  /** Open connections that are not in use. */
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

const BEGIN_SQL: Readonly<Record<TransactionMode, string>> = {
  write: 'begin isolation level read committed',
  snapshot: 'begin isolation level repeatable read, read only',
}

/** Returns the SQL that opens a transaction, and then runs the statement `first`. */
export function beginSql(mode: TransactionMode, first?: string): string {
  return first === undefined ? BEGIN_SQL[mode] : `${BEGIN_SQL[mode]}; ${first}`
}

/** Reads the first column of the first row; `undefined` if there are no rows. */
export async function readFirstValue<Value>(session: Session, statement: Statement): Promise<Value | undefined> {
  return (await session.query<readonly [Value]>(statement)).rows[0]?.[0]
}

/** Reads the first column of all rows. */
export async function readFirstColumn<Value>(session: Session, statement: Statement): Promise<readonly Value[]> {
  return (await session.query<readonly [Value]>(statement)).rows.map(([value]) => value)
}

/** Reads the rows and converts them to items. Lets the process do other work while many rows are converted. */
export async function readItems<Row extends readonly unknown[], Item>(
  session: Session,
  statement: Statement,
  toItem: (row: Row) => Item,
): Promise<readonly Item[]> {
  return await mapWithPauses((await session.query<Row>(statement)).rows, toItem)
}

/** Runs `work` so that its failure rolls back only its own statements, not the whole transaction of the session. */
export async function inSavepoint<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
  await session.query({ text: 'savepoint opsgraph' })
  try {
    const answer = await work(session)
    await session.query({ text: 'release savepoint opsgraph' })
    return answer
  } catch (error) {
    // If a worker of Citus fails while the savepoint is released, the savepoint is gone, and the rollback fails too.
    // PostgreSQL then rolls back the whole transaction, and the caller gets the first error.
    await rollBackToSavepoint(session).catch(() => undefined)
    throw error
  }
}

async function rollBackToSavepoint(session: Session): Promise<void> {
  await session.query({ text: 'rollback to savepoint opsgraph' })
  await session.query({ text: 'release savepoint opsgraph' })
}

/**
 * The planner settings of a session. Nearly all queries use an index whose pages are cached. PostgreSQL's default page
 * cost assumes spinning disks: with this cost, the planner uses bitmap scans for a few rows, or scans the whole table.
 * JIT compilation takes longer than it saves.
 */
export const PLANNING_SETTINGS_SQL = 'set jit = off; set random_page_cost = 1.1'
