import type { ClientBase } from 'pg'
import type { SessionState } from './database-servers.js'
import { PLANNING } from './planning.js'

/** Names a session on a server for good: a number alone is used again. */
export interface ServerSession {
  readonly pid: number
  /** When it began. */
  readonly begin: string
}

/**
 * Settings go as statements, since poolers between here and the server refuse them as startup parameters.
 *
 * @returns what the session is; `session` is `undefined` where the server does not say
 */
export async function prepareSession(
  client: ClientBase,
  statementTimeout: number,
): Promise<SessionState & { readonly session: ServerSession | undefined }> {
  const timeout = Math.max(0, Math.trunc(statementTimeout))
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; ${PLANNING};
     set statement_timeout = ${timeout};
     set idle_in_transaction_session_timeout = ${timeout}`,
  )
  // A deadlock is found after a second unless the server lets this user ask for less.
  const sooner = client.query(`set deadlock_timeout = '100ms'`).catch(() => undefined)
  const state = readSessionState(client)
  await sooner
  return await state
}

export async function readSessionState(
  client: ClientBase,
): Promise<SessionState & { readonly session: ServerSession | undefined }> {
  const { rows } = await client.query<[boolean, boolean, number | null, string | null]>({
    rowMode: 'array',
    text: `select pg_is_in_recovery(), current_setting('transaction_read_only')::boolean, pid, backend_start::text
      from (values (1)) as here left join pg_stat_activity on pid = pg_backend_pid()`,
  })
  const [isStandby = false, isReadOnly = false, pid, begin] = rows[0] ?? []
  return { isStandby, isReadOnly, session: pid && begin ? { pid, begin } : undefined }
}

/** The numbers of those sessions that the server works for. It waits for a statement in all others, or has ended them. */
export async function workingSessions(
  server: ClientBase,
  sessions: readonly ServerSession[],
): Promise<ReadonlySet<number>> {
  const { rows } = await server.query<[number]>({
    rowMode: 'array',
    text: `select pid from pg_stat_activity join ${SESSIONS} using (pid, backend_start) where state is null or state not like 'idle%'`,
    values: columnsOf(sessions),
  })
  return new Set(rows.map(([pid]) => pid))
}

/** Ends what nobody is connected to any more, and with it the locks that it holds. */
export async function endSessions(server: ClientBase, sessions: readonly ServerSession[]): Promise<void> {
  await server.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity join ${SESSIONS} using (pid, backend_start)`,
    values: columnsOf(sessions),
  })
}

const SESSIONS = 'unnest($1::int[], $2::timestamptz[]) as session (pid, backend_start)'

function columnsOf(sessions: readonly ServerSession[]): unknown[] {
  return [sessions.map(({ pid }) => pid), sessions.map(({ begin }) => begin)]
}
