/**
 * Handles the options of `npm start` before it installs and builds (rules.md#starting-from-a-clone-6): prints the help,
 * and checks the port.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'

const DEFAULTS = { host: '127.0.0.1', port: 8080 }

/**
 * Returns the help of `npm start`. Its options are those of `opsgraph serve`. They are read from docs/cli.md, because
 * the command itself needs installed modules. A test compares this page with the command.
 *
 * @param {string} root the folder of the clone
 */
export function buildStartHelp(root) {
  const section =
    readFileSync(`${root}/docs/cli.md`, 'utf8').split('\n## `opsgraph serve`\n')[1]?.split('\n## ')[0] ?? ''
  const rows = Array.from(section.matchAll(/^\| `(-[^`]*)` \| (.*) \|$/gm), ([, flags = '', text = '']) => ({
    flags,
    text,
  }))
  const width = Math.max(...rows.map(({ flags }) => flags.length))
  return [
    'Usage: npm start -- [options]',
    '',
    'Installs and builds opsgraph if this is needed, starts the server, and loads the demo if the database is empty.',
    '',
    'Options of the server:',
    ...rows.map(({ flags, text }) => `  ${flags.padEnd(width)}  ${text}`),
    '',
    'All other settings are environment variables: see docs/operating.md#settings',
  ].join('\n')
}

/** @param {readonly string[]} args */
export function isHelpRequested(args) {
  return args.includes('--help') || args.includes('-h')
}

/**
 * Finds options without the separator `--` before them. npm keeps such an option for itself, and passes on only its
 * value: `npm start --port 8081` becomes `npm start 8081`.
 *
 * @param {readonly string[]} args
 * @returns {string | undefined} the fault
 */
export function findMissingDashes([first]) {
  if (first === undefined || first.startsWith('-')) return undefined
  return `npm start has no argument ${first}: write -- before the options, as in npm start -- --port 8081`
}

/**
 * Checks that the server can listen on its port, which another process may already use.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<string | undefined>} the fault; `undefined` also for wrong settings, which the server reports
 */
export async function findPortFault(args, env) {
  const { host, port } = readAddress(args, env)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  const server = createServer()
  /** @type {NodeJS.ErrnoException | undefined} */
  const error = await new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
  if (error?.code !== 'EADDRINUSE') return undefined
  return `port ${port} on ${host} is in use: stop the process that listens there, or use another port, as in npm start -- --port ${port === 65_535 ? port - 1 : port + 1}`
}

/**
 * Reads the address on which the server will listen.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function readAddress(args, env) {
  const options = /** @type {const} */ ({ port: { type: 'string' }, host: { type: 'string' } })
  const { values } = parseArgs({ args: [...args], options, strict: false })
  const port = values.port ?? (env.PORT || DEFAULTS.port)
  const host = values.host ?? (env.HOST || DEFAULTS.host)
  return { host: String(host).replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}
