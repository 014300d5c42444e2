import type { Database, Session, Statement } from '../src/database.js'

/** A session, and what it is asked for. */
export function recordingSession(database: Database, asked: Statement[] = []): Session {
  return {
    query: (statement) => {
      asked.push(statement)
      return database.query(statement)
    },
    atomic: (work) => database.transaction('write', work),
  }
}
