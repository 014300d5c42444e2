import { firstValue, type Session } from './database.js'

/**
 * A table with at most one row, which holds the revision: a text that is replaced whenever policies or maintenance
 * windows, or webhooks, are saved or deleted.
 */
export type RevisionTable = 'policy_revision' | 'webhook_revision'

/**
 * A common table expression that sets a new revision. A statement that saves or deletes policies, maintenance windows
 * or webhooks begins with it, and joins `revised`. So concurrent statements wait for the row of the revision before
 * they lock the rows that they change, which prevents deadlocks.
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
