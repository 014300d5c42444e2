import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { madeOnce } from './made-once.js'

/** A server to test on, which others use too: that of `DATABASE_URL`, otherwise one that ends with the run. */
export interface PostgresServer {
  /**
   * Makes an empty database and answers its connection string.
   *
   * @param options of `create database`, when they matter
   */
  createDatabase(options?: string): Promise<string>
  /** Runs one statement as the administrator. */
  administrate(text: string): Promise<void>
  /** Drops the databases that were made here. */
  stop(): Promise<void>
}

export async function startPostgresServer(): Promise<PostgresServer> {
  return serverAt(process.env.DATABASE_URL || (await madeOnce('postgres')))
}

function serverAt(url: string): PostgresServer {
  const created: string[] = []
  const administrate = async (text: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  return {
    administrate,
    createDatabase: async (options = `encoding 'UTF8'`) => {
      const name = `opsgraph_test_${randomUUID().replaceAll('-', '')}`
      await administrate(`create database ${name} template template0 ${options}`)
      created.push(name)
      const database = new URL(url)
      database.pathname = name
      return database.href
    },
    stop: async () => {
      for (const name of created) await administrate(`drop database if exists ${name} with (force)`)
    },
  }
}

/** A lock on a table, which lets others read and keeps them from writing. */
export interface HeldTable {
  /** Whether somebody waits to write. */
  isAwaited(): Promise<boolean>
  release(): Promise<void>
}

/** @param url the connection string of its database */
export async function holdTable(url: string, table: string): Promise<HeldTable> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in share mode`)
  const waiting = 'select from pg_locks where relation = $1::regclass and not granted'
  return {
    isAwaited: async () => (await client.query(waiting, [table])).rowCount !== 0,
    release: () => client.end(),
  }
}
