import { AsyncResource } from 'node:async_hooks'
import type { SpanStart, Tracer } from '@opsgraph/core'
import type { Database, Statement, TransactionSession } from './database.js'

/** Records transactions and statements as spans, without values, because values are data of users. */
export function tracedDatabase(database: Database, tracer: Tracer): Database {
  return {
    query: <Row extends readonly unknown[]>(statement: Statement) =>
      tracer.span(toSpanStart(statement), () => database.query<Row>(statement)),
    transaction: (mode, work, first) =>
      tracer.span({ name: `transaction ${mode}` }, () =>
        database.transaction(mode, (session) => work(tracedSession(session, tracer)), first),
      ),
    ping: () => tracer.span({ name: 'ping' }, () => database.ping()),
    poolCounts: database.poolCounts,
    close: () => database.close(),
  }
}

/**
 * Records the statements of a transaction as children of its span, even if the calling code runs in another async
 * context.
 */
function tracedSession(session: TransactionSession, tracer: Tracer): TransactionSession {
  const transaction = new AsyncResource('opsgraph.transaction')
  const traced: TransactionSession = {
    query: <Row extends readonly unknown[]>(statement: Statement) =>
      transaction.runInAsyncScope(() => tracer.span(toSpanStart(statement), () => session.query<Row>(statement))),
    atomic: (work) => session.atomic(() => work(traced)),
    script: (text) => session.script(text),
  }
  return traced
}

function toSpanStart({ name, text }: Statement): SpanStart {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': text }
  return { name: name ?? verb, kind: 'client', attributes }
}
