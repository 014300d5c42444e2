/**
 * `pnpm check`: runs lint, types and boundaries in parallel with the tests, which leave a processor idle while they wait
 * for servers and browsers. A failure is printed at once, and named again at the end.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'opsgraph-check-'))
/** The file where summary-reporter.mjs writes the numbers of passed and failed tests. */
const counts = join(directory, 'counts.json')
process.env.OPSGRAPH_TEST_COUNTS = counts

// Tests need no declarations, which take nine tenths of the time; `pnpm packages:check` builds and compiles with them.
const built = await quietly('build', '--no-dts')
// The checks run after the build, because they could read its temporary files.
const parallel = ['lint', 'types', 'boundaries'].map((script) => quietly(script))
const isTested = built.isPassed && (await run(['exec', 'vitest', 'run'], 'inherit'))
const failed = [built, ...(await Promise.all(parallel))].filter(({ isPassed }) => !isPassed)
for (const { script } of failed) console.error(`${script} failed: see above`)
const tests = readCounts()
const isUncounted = built.isPassed && !isTested && tests.failed === 0
if (isUncounted) console.error('tests failed: see above')
if (failed.length > 0 || isUncounted) {
  // The summary of the tests, if any, does not include these failures.
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
  // pnpm is a batch file on Windows.
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
