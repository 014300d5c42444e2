/**
 * Runs `pnpm check [--all]`: lint, types and boundaries in parallel with the tests, because the tests leave a processor
 * idle while they wait for servers and browsers. The output of a failed check is printed immediately. At the end, the
 * names of all failed checks are printed again. Only `--all` runs the thorough tests (vitest.config.ts), the
 * HTTP tests on a PostgreSQL server, and all runs of property tests.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'opsgraph-check-'))
/** The file into which summary-reporter.mjs writes the numbers of passed and failed tests. */
const counts = join(directory, 'counts.json')
process.env.OPSGRAPH_TEST_COUNTS = counts
const isAll = process.argv.includes('--all')
const projects = isAll ? [] : ['--project=together', '--project=apart']
if (!isAll) Object.assign(process.env, { ENGINES: 'memory', PROPERTY_RUNS: '0.25' })

// Build without type declarations, because they take nine tenths of the build time, and tests do not need them. `pnpm
// packages:check` builds them.
const built = await quietly('build', '--no-dts')
// These checks start after the build, because otherwise they could read its temporary files.
const parallel = ['lint', 'types', 'boundaries'].map((script) => quietly(script))
const isTested = built.isPassed && (await run(['exec', 'vitest', 'run', ...projects], 'inherit'))
const failed = [built, ...(await Promise.all(parallel))].filter(({ isPassed }) => !isPassed)
for (const { script } of failed) console.error(`${script} failed: see above`)
const tests = readCounts()
const isUncounted = built.isPassed && !isTested && tests.failed === 0
if (isUncounted) console.error('tests failed: see above')
if (failed.length > 0 || isUncounted) {
  // Failed scripts are added here, because the summary of the tests does not count them.
  console.log(`${tests.passed} passed, ${tests.failed + failed.length + Number(isUncounted)} failed`)
}
process.exitCode = isTested && failed.length === 0 ? 0 : 1
rmSync(directory, { recursive: true })

/** @returns {{ passed: number, failed: number }} */
function readCounts() {
  try {
    return JSON.parse(readFileSync(counts, 'utf8'))
  } catch {
    return { passed: 0, failed: 0 }
  }
}

/** Runs a script of package.json, and prints its output if it fails. @param {string} script @param {string[]} args */
async function quietly(script, ...args) {
  /** @type {Buffer[]} */
  const printed = []
  const isPassed = await run(['run', script, ...args], 'pipe', (chunk) => printed.push(chunk))
  if (!isPassed) process.stderr.write(Buffer.concat(printed))
  return { script, isPassed }
}

/**
 * @param {readonly string[]} command arguments of pnpm
 * @param {'inherit' | 'pipe'} output
 * @param {(chunk: Buffer) => void} [onOutput]
 * @returns {Promise<boolean>} whether the exit status is 0
 */
function run(command, output, onOutput = () => {}) {
  // On Windows, pnpm is a batch file, which needs a shell.
  const child = spawn('pnpm', command, { stdio: ['ignore', output, output], shell: process.platform === 'win32' })
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', onOutput)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`pnpm: ${error.message}`)
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
}
