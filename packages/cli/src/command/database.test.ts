import { OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import type { OpenedStore } from '../ports.js'

const SERVER = ['--database-url', 'postgres://127.0.0.1/opsgraph']
const TABLES: Awaited<ReturnType<NonNullable<OpenedStore['tables']>>> = [
  { table: 'relation', spread: { column: 'resource', shards: 32, nodes: 2 }, bytes: 1_234_567 },
  { table: 'topology', spread: undefined, bytes: 8_192 },
]

describe('opsgraph database status', () => {
  it('should list the tables, where their rows are, and their sizes', async () => {
    const { printed } = await runProgram(['database', 'status'], { store: storeWith({ tables: async () => TABLES }) })
    expect(printed).toEqual([
      '  table     rows                                     size',
      '  relation  by resource: 32 shards on 2 servers  1,235 kB',
      '  topology  whole                                    8 kB',
    ])
  })

  it('should print the same as JSON, with sizes in bytes', async () => {
    const { text } = await runProgram(['database', 'status', '--json'], {
      store: storeWith({ tables: async () => TABLES }),
    })
    expect(JSON.parse(text)).toEqual([TABLES[0], { ...TABLES[1], spread: null }])
  })

  it('should refuse the memory store', async () => {
    await expect(runProgram(['database', 'status', '--store', 'memory'])).rejects.toThrow('the memory store is lost')
  })
})

describe('opsgraph database spread', () => {
  it('should spread in 8 shards by default, and list the tables', async () => {
    const asked: number[] = []
    const spread = async (shards: number) => {
      asked.push(shards)
      return ['relation', 'alert']
    }
    const { printed } = await runProgram(['database', 'spread', ...SERVER], { store: storeWith({ spread }) })
    expect({ asked, printed }).toEqual({
      asked: [8],
      printed: ['relation: spread in 8 shards', 'alert: spread in 8 shards'],
    })
    await runProgram(['database', 'spread', '--shards', '64', ...SERVER], { store: storeWith({ spread }) })
    expect(asked).toEqual([8, 64])
  })

  it('should print the number of shards that a table has, not the one that was asked for', async () => {
    const spread = async () => ['relation']
    const store = storeWith({ spread, tables: async () => TABLES })
    const { printed } = await runProgram(['database', 'spread', ...SERVER], { store })
    expect(printed).toEqual(['relation: spread in 32 shards'])
  })

  it('should report that there is nothing left to spread', async () => {
    const { printed } = await runProgram(['database', 'spread', ...SERVER], {
      store: storeWith({ spread: async () => [] }),
    })
    expect(printed).toEqual(['all tables that can be spread are spread already'])
  })

  it('should report why a database cannot be spread', async () => {
    const spread = async () => {
      throw new OpsgraphError('conflict', 'the database has no Citus')
    }
    const running = runProgram(['database', 'spread', ...SERVER], { store: storeWith({ spread }) })
    await expect(running).rejects.toMatchObject({ name: 'StartError', message: 'the database has no Citus' })
  })

  it.each([
    [['spread', '--data-dir', 'x'], 'only a PostgreSQL server can be spread: name it in DATABASE_URL'],
    [['spread', ...SERVER, '--shards', '0'], 'It must be a whole number from 1 to 1000.'],
    [['spread', ...SERVER, '--shards', '3.5'], 'It must be a whole number from 1 to 1000.'],
  ])('should refuse %j', async (args, message) => {
    await expect(runProgram(['database', ...args])).rejects.toThrow(message)
  })

  it('should be refused by "serve --spread" without a server', async () => {
    await expect(runProgram(['serve', '--store', 'memory', '--spread'])).rejects.toThrow('only a PostgreSQL server')
  })
})

// Helpers

function storeWith(parts: Pick<OpenedStore, 'spread' | 'tables'>): OpenedStore {
  return Object.assign(new MemoryStore(), parts)
}
