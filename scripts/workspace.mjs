/**
 * `npm start` and `npm test` for a machine that has Node and npm only: brings the pinned pnpm through npx,
 * installs what the lockfile names, builds, and runs. Each step stops the whole on failure.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** @param {string[]} args */
function pnpm(...args) {
  run('npx', ['--yes', packageManager, ...args])
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error !== undefined) console.error(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1))
}

pnpm('install', '--frozen-lockfile')
if (process.argv[2] === 'start') {
  pnpm('--silent', 'build')
  await import(new URL('../examples/otel-demo/start.mjs', import.meta.url).href)
} else {
  pnpm('check')
}
