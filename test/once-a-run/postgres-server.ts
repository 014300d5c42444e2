import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { madeOnce } from './made-once.js'

/**
 * A PostgreSQL server that tests share. If `DATABASE_URL` is set, this is the server at that URL; otherwise a new
 * server, which stops at the end of the run.
 */
export interface PostgresServer {
  /**
   * Creates an empty database, and returns its connection string.
   *
   * @param options further options of the statement `create database`
   */
  createDatabase(options?: string): Promise<string>
  /** Runs one statement as the administrator. */
  administrate(text: string): Promise<void>
  /** Drops the databases that were created with this object. */
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

/** A table with a lock, which allows reads but blocks writes. */
export interface HeldTable {
  /** Whether a session waits for the lock. */
  isAwaited(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Locks a table.
 *
 * @param url the connection string of the database
 */
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
