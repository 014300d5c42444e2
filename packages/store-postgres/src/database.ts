/** What may be sent with a statement. Lists go as one text, see `textArray`. */
export type SqlValue = string | number | boolean | null

export interface Statement {
  /** SQL with `$1`, `$2`, …; times are sent and answered as core writes them, `json` as the value it stands for. */
  readonly text: string
  readonly values?: readonly SqlValue[]
  /** Of a statement whose text never changes. */
  readonly name?: string
  /**
   * Lets a server keep the plan of what has a name, also one that was made while there was little: for statements that
   * add rows, or look up one by its key (`docs/decision/0013-early-plans.md`).
   */
  readonly keepsPlan?: boolean
}

export interface Outcome<Row> {
  /** Each row is the list of its columns. */
  readonly rows: readonly Row[]
  /** Rows answered or, without an answer, written. */
  readonly count: number
}

/** Where statements are sent: the database itself, or one transaction in it. */
export interface Session {
  query<Row extends readonly unknown[] = readonly never[]>(statement: Statement): Promise<Outcome<Row>>
  /** Runs several statements that write all or nothing; within a transaction, what came before stays. */
  atomic<T>(work: (session: Session) => Promise<T>): Promise<T>
}

export interface TransactionSession extends Session {
  /** Runs a text of several statements, and waits for it as long as it takes. */
  script(text: string): Promise<unknown>
}

/** `write` sees what others commit meanwhile, statement by statement; `snapshot` sees one state and must not write. */
export type TransactionMode = 'write' | 'snapshot'

/**
 * Everything that is asked of a driver. A database that cannot be reached throws OpsgraphError `unavailable`; what it
 * refuses throws an error with the five-letter SQLSTATE as `code`.
 */
export interface Database {
  /** Runs one statement, which is its own transaction. */
  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>>
  transaction<T>(mode: TransactionMode, work: (session: TransactionSession) => Promise<T>): Promise<T>
  /** Resolves when statements are answered and, on a server, when writes get through. */
  ping(): Promise<void>
  /** Where there is a pool of connections. */
  readonly poolCounts?: (() => PoolCounts) | undefined
  close(): Promise<void>
}

/** The connections to a server at one moment. */
export interface PoolCounts {
  /** As many as may be open. */
  readonly max: number
  readonly open: number
  /** Open, and nobody uses them. */
  readonly idle: number
  /** Callers that wait for one. */
  readonly waiting: number
}

/** The statement that opens a transaction. */
export const BEGIN: Readonly<Record<TransactionMode, string>> = {
  write: 'begin isolation level read committed',
  snapshot: 'begin isolation level repeatable read, read only',
}
