/**
 * Runs `npm start`, `npm test`, `npm run test:all` and `npm run test:long` on a machine that has only Node and npm:
 * fetches the pinned pnpm with npx, installs the locked dependencies, builds, and runs. If a step fails, the process
 * ends. `npm start` installs and builds only if something has changed since the last start.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { BuildRecord } from './build-record.mjs'
import { buildStartHelp, findMissingDashes, findPortFault, isHelpRequested } from './start-options.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { packageManager, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [task, ...args] = process.argv.slice(2)

requireNode(engines.node.replace('>=', ''))
endWithParent()
if (task === 'start' && isHelpRequested(args)) {
  console.log(buildStartHelp(root))
} else if (task === 'start') {
  refuse(findMissingDashes(args), 2)
  refuse(await findPortFault(args, process.env), 1)
  await buildIfNeeded()
  const { start } = await import('../examples/otel-demo/start.mjs')
  process.exitCode = await start(args)
} else if (task === 'test:long') {
  await pnpm(['install', '--frozen-lockfile'])
  await pnpm(['build'])
  await pnpm(['exec', 'vitest', 'run', 'test/fault'], { env: { FAULT_ROUNDS: '50' } })
  const longSuites = [
    'packages/core',
    'packages/cli/src',
    'packages/http/src',
    'packages/web/src',
    'packages/store-',
    'http-on-three-stores',
  ]
  await pnpm(['exec', 'vitest', 'run', ...longSuites], { env: { PROPERTY_RUNS: '20', ENGINES: 'all' } })
  await pnpm(['packages:check'])
} else {
  await pnpm(['install', '--frozen-lockfile'])
  await pnpm(task === 'test:all' ? ['check', '--all'] : ['check'])
}

/** @param {string | undefined} fault @param {number} status the exit status */
function refuse(fault, status) {
  if (fault === undefined) return
  console.error(`opsgraph: ${fault}`)
  process.exit(status)
}

async function buildIfNeeded() {
  const record = new BuildRecord(root)
  const reason = record.reason()
  if (reason === undefined) return
  console.error(`opsgraph: installing and building, because ${reason}; this takes about a minute`)
  await record.run(async () => {
    await step('installed', ['install', '--frozen-lockfile'])
    // Builds without type declarations, because they take most of the build time, and the server does not need them.
    await step('built', ['--filter', '@opsgraph/cli...', 'build', '--no-dts'])
  })
}

/** @param {string} done @param {readonly string[]} command */
async function step(done, command) {
  const start = Date.now()
  await pnpm(command, { quiet: true })
  console.error(`opsgraph: ${done} in ${Math.ceil((Date.now() - start) / 1000)} s`)
}

/** @param {string} minimum such as `20.19` */
function requireNode(minimum) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor = 0, minMinor = 0] = minimum.split('.').map(Number)
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  console.error(`opsgraph needs Node ${minimum} or newer, but this is ${process.version}: see https://nodejs.org`)
  process.exit(1)
}

/**
 * Ends this process when its parent process ends. npm runs scripts in a shell, and a SIGTERM to npm ends only this
 * shell. So this process notices a SIGTERM only by the end of its parent.
 */
function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/**
 * Runs the pinned pnpm. If pnpm fails, this process ends.
 *
 * @param {readonly string[]} command
 * @param {{ readonly quiet?: boolean, readonly env?: NodeJS.ProcessEnv }} options quiet = print the output only on
 *   failure
 */
async function pnpm(command, { quiet = false, env = {} } = {}) {
  const status = await run(['--yes', packageManager, ...command], quiet, env)
  if (status === 0) return
  // If the status is 128 or more, a signal has ended pnpm, which needs no message.
  if (status < 128) console.error(`opsgraph: pnpm ${command.join(' ')} failed: see above`)
  process.exit(status)
}

/**
 * @param {readonly string[]} npxArguments @param {boolean} quiet @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit status
 */
function run(npxArguments, quiet, env) {
  const child = spawn('npx', npxArguments, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    // On Windows, npx is a batch file, which needs a shell.
    shell: process.platform === 'win32',
  })
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => child.kill(signal)
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`npx: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code, signal) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn)
      if (code !== 0 && signal === null) process.stderr.write(Buffer.concat(output))
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    })
  })
}
