import type { Socket } from 'node:net'
import { Client, type ClientBase } from 'pg'
import { PLANNING_SETTINGS_SQL } from '../sql/database.js'
import type { ServerState } from './database-servers.js'

/** Identifies a session on a server uniquely; a pid alone may be reused. */
export interface ServerSession {
  readonly pid: number
  /** The start time of the session. */
  readonly begin: string
}

interface SessionState extends ServerState {
  /** `undefined` if the server does not report it. */
  readonly session: ServerSession | undefined
}

/** Configures a session. The settings are sent as statements, because poolers refuse them as startup parameters. */
export async function prepareSession(client: ClientBase, statementTimeout: number): Promise<SessionState> {
  const timeout = Math.max(0, Math.trunc(statementTimeout))
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; ${PLANNING_SETTINGS_SQL}; ${CACHE_WORKER_CONNECTIONS};
     set statement_timeout = ${timeout};
     set idle_in_transaction_session_timeout = ${timeout}`,
  )
  // Makes deadlock detection start after 0.1 s instead of 1 s. Ignores a refusal, because not every database user may
  // change this setting.
  const sooner = client.query(`set deadlock_timeout = '100ms'`).catch(() => undefined)
  const state = readSessionState(client)
  await sooner
  return await state
}

/**
 * Citus opens a connection to a worker for each shard to which a statement writes rows of arrays. By default, it closes
 * all but one of them after the transaction. Opening them again takes longer than the statement. The setting has no
 * effect on servers without Citus.
 */
const CACHE_WORKER_CONNECTIONS = 'set citus.max_cached_conns_per_worker = 8'

export async function readSessionState(client: ClientBase): Promise<SessionState> {
  const { rows } = await client.query<[boolean, boolean, number | null, string | null]>({
    rowMode: 'array',
    text: `select pg_is_in_recovery(), current_setting('transaction_read_only')::boolean, pid, backend_start::text
      from (values (1)) as here left join pg_stat_activity on pid = pg_backend_pid()`,
  })
  const [isStandby = false, isReadOnly = false, pid, begin] = rows[0] ?? []
  return { isStandby, isReadOnly, session: pid && begin ? { pid, begin } : undefined }
}

/**
 * Returns the pids of the sessions that are executing a statement. Each of the other sessions waits for its next
 * statement, or has ended.
 */
export async function findWorkingSessions(
  server: ClientBase,
  sessions: readonly ServerSession[],
): Promise<ReadonlySet<number>> {
  const { rows } = await server.query<[number]>({
    rowMode: 'array',
    text: `select pid from pg_stat_activity join ${SESSIONS_SQL} using (pid, backend_start) where state is null or state not like 'idle%'`,
    values: toColumns(sessions),
  })
  return new Set(rows.map(([pid]) => pid))
}

/** Terminates sessions whose client is gone, and so releases their locks. */
export async function endSessions(server: ClientBase, sessions: readonly ServerSession[]): Promise<void> {
  await server.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity join ${SESSIONS_SQL} using (pid, backend_start)`,
    values: toColumns(sessions),
  })
}

const SESSIONS_SQL = 'unnest($1::int[], $2::timestamptz[]) as session (pid, backend_start)'

function toColumns(sessions: readonly ServerSession[]): unknown[] {
  return [sessions.map(({ pid }) => pid), sessions.map(({ begin }) => begin)]
}

/**
 * Queries a server on a separate connection outside of the pool.
 *
 * @param signal aborts the connection
 */
export async function askServer<T>(
  connectionString: string,
  signal: AbortSignal,
  ask: (server: Client) => Promise<T>,
): Promise<T> {
  const server = new Client({ connectionString, application_name: 'opsgraph probe' })
  server.on('error', () => undefined)
  const abort = () => destroyConnection(server)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    await server.connect()
    return await ask(server)
  } finally {
    signal.removeEventListener('abort', abort)
    if (!signal.aborted) endInBackground(server)
  }
}

/**
 * Closes the socket, so that pending queries fail immediately. The method `end` of the client would wait for their
 * answers.
 */
export function destroyConnection({ connection }: Client): void {
  connection.stream.destroy()
}

/** Closes the connection in the background, without waiting for it or keeping the process alive. */
function endInBackground(server: Client): void {
  const stream = server.connection.stream as Socket
  stream.unref()
  server.end().catch(() => undefined)
}
