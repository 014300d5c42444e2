/**
 * Runs `pnpm check [--all]`: lint, types and boundaries run at the same time as the tests, because the tests leave a
 * processor idle while they wait for servers and browsers. The output of a failed check is printed immediately. At the
 * end, the names of all failed checks are printed again, with the last lines of their output. Only `--all` runs the
 * thorough tests (vitest.config.ts), the HTTP tests on a PostgreSQL server, all runs of property tests, and the check
 * of the packages.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'opsgraph-check-'))
/** The file into which summary-reporter.mjs writes the numbers of passed and failed tests. */
const counts = join(directory, 'counts.json')
process.env.OPSGRAPH_TEST_COUNTS = counts
/**
 * How many lines at the end of a failed check's output are printed again, and how many characters are kept for that.
 */
const LAST_LINES = 20
const LAST_CHARACTERS = 10_000
/** The check of the packages that are built: its name and its command. */
const PACKAGES = /** @type {const} */ (['packages:check', ['exec', 'node', 'scripts/check-packages.mjs']])
const isAll = process.argv.includes('--all')
const projects = isAll ? [] : ['--project=together']
if (!isAll) Object.assign(process.env, { ENGINES: 'memory', PROPERTY_RUNS: '0.25' })

// Type declarations take nine tenths of the build time. Only the check of the packages needs them.
const built = await runQuietly('build', ['run', 'build', ...(isAll ? [] : ['--no-dts'])])
// These checks start after the build, because otherwise they could read its temporary files.
const parallel = ['lint', 'types', 'boundaries'].map((script) => runQuietly(script, ['run', script]))
// The check of the packages mostly waits for npm, so it runs beside the tests.
if (isAll && built.isPassed) parallel.push(Promise.all(parallel).then(() => runQuietly(...PACKAGES)))
const tested = built.isPassed ? await test() : { script: 'tests', isPassed: false, output: '' }
const checks = [built, ...(await Promise.all(parallel))]
const failed = checks.filter(({ isPassed }) => !isPassed)
const tests = readCounts()
// Vitest counts failed tests. If it ends with an error of its own, the tests count as one failed check.
if (built.isPassed && !tested.isPassed && tests.failed === 0) failed.push(tested)
for (const { script, output } of failed) console.error(`${script} failed:\n${takeLastLines(output)}`)
// Failed checks are added here, because the summary of the tests does not count them.
if (failed.length > 0) console.log(`${tests.passed} passed, ${tests.failed + failed.length} failed`)
process.exitCode = tested.isPassed && failed.length === 0 ? 0 : 1
rmSync(directory, { recursive: true })

/** @param {string} output */
function takeLastLines(output) {
  return output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
}

/** @returns {{ passed: number, failed: number }} */
function readCounts() {
  try {
    return JSON.parse(readFileSync(counts, 'utf8'))
  } catch {
    return { passed: 0, failed: 0 }
  }
}

/** @typedef {{ readonly script: string, readonly isPassed: boolean, readonly output: string }} Check */

/**
 * Runs a command, and prints its output if it fails.
 *
 * @param {string} script the name of the check
 * @param {readonly string[]} command arguments of pnpm
 * @returns {Promise<Check>}
 */
async function runQuietly(script, command) {
  /** @type {Buffer[]} */
  const printed = []
  const isPassed = await run(command, 'pipe', (chunk) => printed.push(chunk))
  const output = Buffer.concat(printed).toString()
  if (!isPassed) process.stderr.write(output)
  return { script, isPassed, output }
}

/**
 * Runs the tests, and prints all their output.
 *
 * @returns {Promise<Check>} `output` is the end of the output on stderr
 */
async function test() {
  let output = ''
  const isPassed = await run(['exec', 'vitest', 'run', ...projects], 'inherit', (chunk) => {
    process.stderr.write(chunk)
    output = (output + chunk).slice(-LAST_CHARACTERS)
  })
  return { script: 'tests', isPassed, output }
}

/**
 * @param {readonly string[]} command arguments of pnpm
 * @param {'inherit' | 'pipe'} stdout
 * @param {(chunk: Buffer) => void} onOutput receives stderr, and a piped stdout
 * @returns {Promise<boolean>} whether the exit status is 0
 */
function run(command, stdout, onOutput) {
  // On Windows, pnpm is a batch file, which needs a shell.
  const child = spawn('pnpm', command, { stdio: ['ignore', stdout, 'pipe'], shell: process.platform === 'win32' })
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', onOutput)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      onOutput(Buffer.from(`pnpm: ${error.message}\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
}
