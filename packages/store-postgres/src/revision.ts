import { firstValue, type Session } from './database.js'

/**
 * A table whose one row is a text. The text identifies one state of the policies and maintenance windows, or of the
 * webhooks.
 */
export type RevisionTable = 'policy_revision' | 'webhook_revision'

/**
 * A common table expression that sets a new revision. A statement that changes the other tables begins with it, and
 * selects `from revised`. So concurrent changes wait here, before any of them locks another row, which prevents
 * deadlocks.
 */
export function revised(table: RevisionTable): string {
  return `revised as (
    insert into ${table} (revision) values (gen_random_uuid())
    on conflict (id) do update set revision = excluded.revision
    returning id
  )`
}

/** Reads the revision; empty before the first change. */
export async function readRevision(session: Session, table: RevisionTable): Promise<string> {
  const text = `select revision from ${table}`
  return (await firstValue<string>(session, { name: `read-${table}`, keepsPlan: true, text })) ?? ''
}
