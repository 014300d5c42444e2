import { describe, expect, it } from 'vitest'
import { PgliteDatabase } from './pglite-database.js'
import { PgliteThread } from './pglite-thread.js'

/** A statement of some tenths of a second, with an answer of some megabytes. */
const LONG = { text: `select repeat('x', 100), count(*) from generate_series(1, 200000) as i group by i % 20000` }

describe('PgliteThread', () => {
  it('should let the process do other work while a statement runs and while its answer is decoded', async () => {
    const database = new PgliteDatabase(await PgliteThread.open(undefined, false))
    let [turns, isOn] = [0, true]
    const turn = () => {
      turns++
      if (isOn) setImmediate(turn)
    }
    turn()
    const { rows } = await database.query(LONG)
    isOn = false
    await database.close()
    expect(rows).toHaveLength(20_000)
    expect(turns).toBeGreaterThan(10)
  })

  it('should answer statements in the order in which a transaction has sent them', async () => {
    const database = new PgliteDatabase(await PgliteThread.open(undefined, false))
    const answers = await database.transaction('write', (session) =>
      Promise.all([1, 2, 3].map(async (number) => (await session.query({ text: `select ${number}` })).rows)),
    )
    await database.close()
    expect(answers).toEqual([[[1]], [[2]], [[3]]])
  })

  it('should refuse a statement after its thread has ended, instead of waiting for ever', async () => {
    const thread = await PgliteThread.open(undefined, false)
    await thread.abandon()
    expect(thread.closed).toBe(true)
    await expect(thread.execProtocolRaw(new Uint8Array())).rejects.toThrow('the thread of the database has ended')
  })
})
