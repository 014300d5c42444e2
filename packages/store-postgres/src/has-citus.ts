import type { Session } from './database.js'

export async function hasCitus(session: Session): Promise<boolean> {
  const { rows } = await session.query({ text: `select 1 from pg_extension where extname = 'citus'` })
  return rows.length > 0
}
