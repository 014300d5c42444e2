import type { PGlite } from '@electric-sql/pglite'
import { OpsgraphError } from '@opsgraph/core'
import { columnParser } from './column-parser.js'
import {
  BEGIN,
  type Database,
  type Outcome,
  type Session,
  type Statement,
  type TransactionMode,
  type TransactionSession,
} from './database.js'
import { decodeAnswer, encodeScript, encodeStatement } from './wire.js'

/**
 * PostgreSQL inside this process. It has one connection: while a transaction is open, calls from outside of it wait
 * until it ends. Speaks the protocol itself, since PGlite's own answers lack a U+FEFF that a text begins with.
 */
export class PgliteDatabase implements Database {
  readonly #pglite: PGlite
  readonly #release: () => Promise<void>
  /** Resolves when whoever has the connection now is done with it. */
  #turn: Promise<unknown> = Promise.resolve()

  /** @param release - frees what was held for the database, once it is closed */
  constructor(pglite: PGlite, release: () => Promise<void> = async () => {}) {
    this.#pglite = pglite
    this.#release = release
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return this.#inTurn(() => send<Row>(this.#pglite, statement))
  }

  transaction<T>(mode: TransactionMode, work: (session: TransactionSession) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const session = new PgliteSession(this.#pglite)
      await session.script(BEGIN[mode])
      try {
        const answer = await work(session)
        const tag = await session.script('commit')
        if (tag !== 'COMMIT') throw new Error('a statement of the transaction failed, so that nothing was kept')
        return answer
      } catch (error) {
        await session.script('rollback')
        throw error
      }
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => this.#pglite.close()).catch((error) => {
      if (!this.#pglite.closed) throw error
    })
    await this.#release()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(() => {
      if (this.#pglite.closed) throw new OpsgraphError('unavailable', 'the embedded database is closed')
      return work()
    })
    this.#turn = done.catch(() => undefined)
    return done
  }
}

class PgliteSession implements TransactionSession {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return send<Row>(this.#pglite, statement)
  }

  async atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.script('savepoint opsgraph')
    try {
      const answer = await work(this)
      await this.script('release savepoint opsgraph')
      return answer
    } catch (error) {
      await this.script('rollback to savepoint opsgraph')
      throw error
    }
  }

  async script(text: string): Promise<string> {
    return decodeAnswer(await this.#pglite.execProtocolRaw(encodeScript(text))).tag
  }
}

async function send<Row extends readonly unknown[]>(
  pglite: PGlite,
  { text, values = [] }: Statement,
): Promise<Outcome<Row>> {
  const { rows, types, tag } = decodeAnswer(await pglite.execProtocolRaw(encodeStatement(text, values)))
  const parsers = types.map(columnParser)
  const parsed = rows.map((row) => row.map((column, index) => (column === null ? null : parsers[index]?.(column))))
  return { rows: parsed as unknown as Row[], count: Number(tag.split(' ').at(-1)) }
}
