import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Session, Statement } from '../src/sql/database.js'
import { ENGINES_OF_LONG_SUITES, type Engine } from './engine.js'
import { EARLY_LISTS, type EarlyList } from './list-rows.js'
import { EMPTY } from './peek.js'
import { explain, rowsHandled } from './plan-nodes.js'

/** The number of rows of each kind. Two kinds have no value in common. */
const MANY = 400
const PAGE_SIZE = 200
/**
 * The maximum number of times that a list may process each row of its table: in scans, sorts and other steps, for the
 * page and the count together.
 */
const TIMES = 10

/**
 * Prepares the statistics of PostgreSQL before the lists are read. Each function adds the rows of the kind `new` last,
 * after the statistics are complete.
 */
const KNOWN: Readonly<Record<string, (engine: Engine, list: EarlyList) => Promise<unknown>>> = {
  'no rows': async ({ run }, { tables, insert }) => {
    for (const table of tables) await run(`delete from pg_statistic where starelid = '${table}'::regclass`)
    await run(insert('old', MANY))
    await run(insert('new', MANY))
  },
  'only rows of the other kind': async ({ run }, { insert }) => {
    await run(insert('old', MANY))
    await run('vacuum analyze')
    await run(insert('new', MANY))
  },
  'one row that was left of many': async ({ run }, { tables, insert }) => {
    await run(insert('gone', 2 * MANY))
    await run(insert('last', 1))
    for (const table of tables) await run(`delete from ${table} where ctid <> (select max(ctid) from ${table})`)
    await run('vacuum analyze')
    await run(insert('old', MANY))
    await run(insert('new', MANY))
  },
}

describe.each(ENGINES_OF_LONG_SUITES)('a list on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
    // Turns autovacuum off, so that tables are analyzed only by the tests.
    for (const table of Object.values(EARLY_LISTS).flatMap(({ tables }) => tables)) {
      await engine.run(`alter table ${table} set (autovacuum_enabled = off)`)
    }
  })
  afterAll(() => engine?.close())

  const cases = Object.entries(EARLY_LISTS).flatMap(([name, list]) =>
    Object.keys(KNOWN).map((known) => ({ name, list, known })),
  )
  it.each(cases)(
    'should process each row a few times: $name, when the planner has statistics of $known',
    async ({ list, known }) => {
      await engine.run(EMPTY)
      await KNOWN[known]?.(engine, list)
      const rows = await countRows(engine.database, list)
      const costly: unknown[] = []
      for (const { query, read } of list.queries('new', PAGE_SIZE)) {
        const [answer, ...steps] = await explain(engine.database, await statementOf(read))
        if (query.page === 1) expect([query, answer?.['Actual Rows']]).not.toEqual([query, 0])
        const handled = rowsHandled(steps)
        if (handled > TIMES * rows) costly.push({ ...query, handled })
      }
      expect(costly).toEqual([])
    },
  )
})

// Helpers

/** The single statement that a list sends. */
async function statementOf(read: (session: Session) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  await read({
    query: async (statement) => {
      sent.push(statement)
      return { rows: [], count: 0 }
    },
    atomic: () => Promise.reject(new Error('a list needs no transaction')),
  })
  const [statement, ...others] = sent
  if (statement === undefined || others.length > 0) throw new Error(`a list sends ${sent.length} statements`)
  return statement
}

/** Counts the rows of all tables that the list reads. */
async function countRows(database: Database, { tables }: EarlyList): Promise<number> {
  const counts = tables.map((table) => `(select count(*) from ${table})`)
  const { rows } = await database.query<readonly [number]>({ text: `select ${counts.join(' + ')}` })
  return rows[0]?.[0] ?? Number.NaN
}
