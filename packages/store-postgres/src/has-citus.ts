import { firstValue, type Session } from './database.js'

/** An SQL expression: whether the database has Citus. */
export const HAS_CITUS = `exists (select from pg_extension where extname = 'citus')`

export async function hasCitus(session: Session): Promise<boolean> {
  return (await firstValue<boolean>(session, { text: `select ${HAS_CITUS}` })) === true
}
