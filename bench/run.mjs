import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { emit } from './lib/emit.mjs'
import { startServer } from './lib/server.mjs'

/** The parts of a full run, in the order in which they run. */
const PARTS = [
  'validate',
  'graph',
  'graph-memory',
  'bulk',
  'lists',
  'fresh-lists',
  'assignments',
  'suggest',
  'impact',
  'impact-engine',
  'hurt-depth',
  'history',
  'subscription-preview',
  'large-rules',
  'policies',
  'memory',
  'layout',
  'cmdb',
  'import',
  'plans',
  'snapshot',
  'webhook-mapping',
  'webhook',
  'webhook-presets',
  'web',
]

/** Parts that take minutes, or need another server or other data. They run only if the command line names them. */
const LONG_PARTS = ['soak', 'events', 'large-answers', 'holds', 'citus', 'root-cause']

const named = process.argv.slice(2)
const known = [...PARTS, ...LONG_PARTS]
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; there are ${known.join(', ')}\n`)
  process.exit(2)
}

const server = await startServer()
try {
  const databaseUrl = await server.createDatabase('run')
  emit(await describeMachine(databaseUrl))
  for (const part of named.length > 0 ? named : PARTS) await run(part, databaseUrl)
} finally {
  await server.stop()
}

/**
 * Runs a part in a new process, so that other parts do not affect its heap.
 *
 * @param {string} part
 * @param {string} databaseUrl
 */
async function run(part, databaseUrl) {
  const file = fileURLToPath(new URL(`${part}.mjs`, import.meta.url))
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, ['--expose-gc', file], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}

/** @param {string} databaseUrl */
async function describeMachine(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select version()')
  await client.end()
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} x ${cpu?.model}, ${memory} GiB, node ${process.version}, ${rows[0].version.split(',')[0]}`
}
