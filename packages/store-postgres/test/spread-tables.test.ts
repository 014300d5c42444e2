import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore } from '../src/postgres-store.js'
import { ENGINES, type Engine } from './engine.js'

describe.each(Object.entries(ENGINES))('a database without Citus: %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.close())

  it('should not be spread', async () => {
    await expect(postgresStore(engine.database).spread(4)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(
        /^the database has no Citus: install it on every server, and run "create extension/,
      ),
    })
  })

  it('should list its tables with their sizes', async () => {
    const tables = await postgresStore(engine.database).tables()
    const names = tables.map(({ table }) => table)
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual(expect.arrayContaining(['alert', 'audit_entry', 'relation', 'topology']))
    for (const { bytes, spread } of tables) expect([bytes > 0, spread]).toEqual([true, undefined])
  })
})
