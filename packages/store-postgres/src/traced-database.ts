import { AsyncResource } from 'node:async_hooks'
import type { SpanStart, Tracer } from '@opsgraph/core'
import type { Database, Outcome, Session, Statement, TransactionMode, TransactionSession } from './database.js'

/** Records transactions and statements as spans. Leaves out values, because they are data of users. */
export class TracedDatabase implements Database {
  readonly #database: Database
  readonly #tracer: Tracer
  readonly poolCounts: Database['poolCounts']

  constructor(database: Database, tracer: Tracer) {
    this.#database = database
    this.#tracer = tracer
    this.poolCounts = database.poolCounts
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return this.#tracer.span(startOf(statement), () => this.#database.query<Row>(statement))
  }

  transaction<T>(mode: TransactionMode, work: (session: TransactionSession) => Promise<T>): Promise<T> {
    const traced = () => this.#database.transaction(mode, (session) => work(new TracedSession(session, this.#tracer)))
    return this.#tracer.span({ name: `transaction ${mode}` }, traced)
  }

  ping(): Promise<void> {
    return this.#tracer.span({ name: 'ping' }, () => this.#database.ping())
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/**
 * Records the statements of a transaction as children of its span, even if the calling code runs in another async
 * context.
 */
class TracedSession implements TransactionSession {
  readonly #session: TransactionSession
  readonly #tracer: Tracer
  readonly #transaction = new AsyncResource('opsgraph.transaction')

  constructor(session: TransactionSession, tracer: Tracer) {
    this.#session = session
    this.#tracer = tracer
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    const ask = () => this.#session.query<Row>(statement)
    return this.#transaction.runInAsyncScope(() => this.#tracer.span(startOf(statement), ask))
  }

  atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#session.atomic(() => work(this))
  }

  script(text: string): Promise<unknown> {
    return this.#session.script(text)
  }
}

function startOf({ name, text }: Statement): SpanStart {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': text }
  return { name: name ?? verb, kind: 'client', attributes }
}
