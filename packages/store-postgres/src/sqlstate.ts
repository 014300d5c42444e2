/** A unique index holds the key already: someone else was first. */
export const UNIQUE_VIOLATION = '23505'
/** The transaction collided with another and may be run again. */
const SERIALIZATION_FAILURE = '40001'
/** The server ended the transaction, so that the others it waited for can go on. */
const DEADLOCK_DETECTED = '40P01'
/** The statement took longer than `statement_timeout`, or somebody canceled it. */
const QUERY_CANCELED = '57014'
/** The name or the password is wrong, or this user may not connect. */
const INVALID_AUTHORIZATION = '28'
/** There is no such database. */
const INVALID_CATALOG = '3D000'
/** Connections failed, were refused or broke off. */
const CONNECTION_EXCEPTION = '08'
/** The disk has no room. */
const DISK_FULL = '53100'
/** The server has no connection, memory or disk left. */
const INSUFFICIENT_RESOURCES = '53'
/** The operating system refused what the server asked of it, as reading from a broken disk. */
const SYSTEM_ERROR = '58'
/** The server shuts down, crashed, starts up, or ended the session. */
const OPERATOR_INTERVENTION = '57P'
/** The session stood idle inside a transaction for too long, and was ended. */
const IDLE_IN_TRANSACTION = '25P03'
/** The transaction took longer than `transaction_timeout`, and the session was ended. */
const TRANSACTION_TIMEOUT = '25P04'
/** Another session has kept a lock for longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03'
/** What is written meets a transaction that only reads, as all of a server are that is a standby. */
const READ_ONLY = '25006'
/** A prepared statement is not there, or another is there already: the session has been used by somebody else. */
const SHARED_SESSION = ['26000', '42P05']

/** What a unique index would throw, for a row whose key turned out to be another's. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
  readonly code = UNIQUE_VIOLATION
}

/** Somebody else wrote what this transaction did not see yet: run again, it does. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
  readonly code = SERIALIZATION_FAILURE
}

/** No class begins with E, as the codes of the operating system do: `EPIPE` is what a broken connection says. */
const SQLSTATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/

const UNREACHABLE = [
  CONNECTION_EXCEPTION,
  INSUFFICIENT_RESOURCES,
  SYSTEM_ERROR,
  OPERATOR_INTERVENTION,
  QUERY_CANCELED,
  IDLE_IN_TRANSACTION,
  TRANSACTION_TIMEOUT,
  LOCK_NOT_AVAILABLE,
  ...SHARED_SESSION,
  INVALID_AUTHORIZATION,
  INVALID_CATALOG,
]

/** For what PostgreSQL has no other code. */
const INTERNAL_ERROR = 'XX000'
/** The sources of PostgreSQL that read and write its files. */
const FILE_SOURCES: ReadonlySet<unknown> = new Set(['md.c', 'fd.c', 'buffile.c', 'slru.c', 'xlog.c'])

/** The SQLSTATE of what a database refused; `undefined` for any other error. */
export function sqlstateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return SQLSTATE.test(error.code) ? error.code : undefined
}

/** Whether the same work may go through when it is run again. */
export function isCollision(error: unknown): boolean {
  const state = sqlstateOf(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED || state === UNIQUE_VIOLATION
}

/** Whether something was to be written where nothing may be. */
export function isReadOnly(error: unknown): boolean {
  return sqlstateOf(error) === READ_ONLY
}

/** Whether the connection leads to where nothing can be done any more: to a standby, or to a session that others have used. */
export function isStale(error: unknown): boolean {
  return isReadOnly(error) || isShared(error)
}

function isShared(error: unknown): boolean {
  return SHARED_SESSION.includes(sqlstateOf(error) ?? '')
}

/** What is wrong with a database that cannot serve just now, to be told after its name. */
export function connectionFault(error: unknown): string {
  if (isReadOnly(error)) return 'takes no writes'
  if (isShared(error)) {
    return 'is behind a pooler that lets others use the sessions of a client; let it keep them apart (pool_mode = session)'
  }
  return 'does not answer'
}

/**
 * Whether the answer says that the database cannot serve just now, rather than that the statement is at fault. A file that
 * may not grow because of a quota, or of a limit of the process, is told as an internal error of what writes files.
 */
export function isUnreachable(error: unknown): boolean {
  const state = sqlstateOf(error)
  if (state === undefined) return false
  if (state === INTERNAL_ERROR) return isOfFiles(error)
  return UNREACHABLE.some((prefix) => state.startsWith(prefix))
}

/** Whether something could not be written for want of room: of the disk, or of what a quota allows. */
export function isDiskFull(error: unknown): boolean {
  const state = sqlstateOf(error)
  return state === DISK_FULL || (state === INTERNAL_ERROR && isOfFiles(error))
}

function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'file' in error && FILE_SOURCES.has(error.file)
}
