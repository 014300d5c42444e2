/** A unique index already contains the key. */
export const UNIQUE_VIOLATION = '23505'
/** The user lacks a right. */
export const INSUFFICIENT_PRIVILEGE = '42501'
/** Citus cannot distribute the table, because it does not support a feature or a constraint of the table. */
export const UNSUPPORTED_TABLE: ReadonlySet<unknown> = new Set(['0A000', '42P16'])
/** The transaction collided with another transaction and may be run again. */
const SERIALIZATION_FAILURE = '40001'
/** The server aborted the transaction to resolve a deadlock. */
const DEADLOCK_DETECTED = '40P01'
/** The user name or the password is wrong, or this user may not connect. */
export const INVALID_AUTHORIZATION = '28'
/** The disk is full. */
const DISK_FULL = '53100'
/** A write in a read-only transaction; on a standby all transactions are read-only. */
const READ_ONLY = '25006'
/** A prepared statement is missing or already exists, because another client has used the session of a pooler. */
const SHARED_SESSION = ['26000', '42P05']

/** Thrown instead of a unique violation of PostgreSQL, if a statement finds that a key belongs to another row. */
export class KeyTakenError extends Error {
  override readonly name = 'KeyTaken'
  readonly code = UNIQUE_VIOLATION
}

/** Thrown if another transaction wrote rows that this one did not see. A retry sees these rows. */
export class OvertakenError extends Error {
  override readonly name = 'Overtaken'
  readonly code = SERIALIZATION_FAILURE
}

/**
 * Matches an SQLSTATE. No SQLSTATE begins with E, so this pattern does not match error codes of the operating system,
 * such as `EPIPE`.
 */
const SQLSTATE_PATTERN = /^[0-9A-DF-Z][0-9A-Z]{4}$/

/** The beginnings of the codes which mean that the database is unavailable. */
const UNREACHABLE_PATTERNS = [
  '08', // The connection failed, was refused or was lost.
  '53', // The server has no connection, memory or disk left.
  '58', // The operating system refused an operation of the server, such as reading from a broken disk.
  '57P', // The server shuts down, crashed, starts up, or ended the session.
  '57014', // The statement took longer than `statement_timeout`, or was canceled.
  '25P03', // The session was idle in a transaction for too long and was ended.
  '25P04', // The transaction took longer than `transaction_timeout`, and the session was ended.
  '55P03', // Another session has held a lock for longer than `lock_timeout`.
  ...SHARED_SESSION,
  INVALID_AUTHORIZATION,
  '3D000', // The database does not exist.
]

/** The code of errors for which PostgreSQL has no other code. */
const INTERNAL_ERROR = 'XX000'
/** The source files of PostgreSQL that read and write its data files. */
const FILE_SOURCES: ReadonlySet<unknown> = new Set(['md.c', 'fd.c', 'buffile.c', 'slru.c', 'xlog.c'])

/** The source files of Citus that report a lost connection to a worker. */
const WORKER_SOURCES: ReadonlySet<unknown> = new Set([
  'multi_copy.c',
  'placement_connection.c',
  'remote_commands.c',
  'remote_transaction.c',
])

/** The SQLSTATE of an error from the database; `undefined` for any other error. */
export function sqlstateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return SQLSTATE_PATTERN.test(error.code) ? error.code : undefined
}

/** The message of an error. `AggregateError` contains one error for each address of a host. */
export function reasonOfError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Whether the transaction collided with another one, so that a retry may succeed. */
export function isTransactionCollision(error: unknown): boolean {
  const state = sqlstateOf(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED || state === UNIQUE_VIOLATION
}

/** Whether a write was refused because the transaction is read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlstateOf(error) === READ_ONLY
}

/** Whether the connection is unusable: it leads to a standby, or to a session that another client has used. */
export function isStaleSession(error: unknown): boolean {
  return isReadOnly(error) || isSharedSession(error)
}

function isSharedSession(error: unknown): boolean {
  return SHARED_SESSION.includes(sqlstateOf(error) ?? '')
}

/** Describes why the database is unavailable. The text continues "the database". */
export function connectionFault(error: unknown): string {
  if (isReadOnly(error)) return 'takes no writes'
  if (isSharedSession(error)) {
    return 'is behind a pooler that shares sessions between clients; use session pooling (pool_mode = session)'
  }
  return 'does not answer'
}

/**
 * Whether an error means that the database is unavailable, not that the statement is wrong. Two kinds of internal
 * errors count as unavailable. The first kind comes from the PostgreSQL code that writes files, for example if a quota
 * or a limit of the process keeps a file from growing. The second kind comes from Citus, if a worker ends during a
 * write.
 */
export function isUnreachable(error: unknown): boolean {
  const state = sqlstateOf(error)
  if (state === undefined) return false
  if (state === INTERNAL_ERROR) return comesFrom(FILE_SOURCES, error) || comesFrom(WORKER_SOURCES, error)
  return UNREACHABLE_PATTERNS.some((prefix) => state.startsWith(prefix))
}

/** Whether a write failed because the disk or a quota is full. */
export function isDiskFull(error: unknown): boolean {
  const state = sqlstateOf(error)
  return state === DISK_FULL || (state === INTERNAL_ERROR && comesFrom(FILE_SOURCES, error))
}

function comesFrom(sources: ReadonlySet<unknown>, error: unknown): boolean {
  return error instanceof Error && 'file' in error && sources.has(error.file)
}
