import type { Database, Session, Statement } from '../src/sql/database.js'

/** A session that records its statements. */
export function recordingSession(database: Database, asked: Statement[] = []): Session {
  const session: Session = {
    query: (statement) => database.query(statement),
    atomic: (work) => database.transaction('write', work),
  }
  return recorded(session, asked)
}

function recorded(session: Session, asked: Statement[]): Session {
  return {
    query: (statement) => {
      asked.push(statement)
      return session.query(statement)
    },
    atomic: (work) => session.atomic((inner) => work(recorded(inner, asked))),
  }
}
