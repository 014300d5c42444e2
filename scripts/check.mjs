/**
 * `pnpm check`: lint, types and boundaries run beside the tests, which leave a processor idle while they wait for
 * servers and browsers. What fails of them is told as soon as it does, and once more in a word at the end.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'opsgraph-check-'))
/** Where summary-reporter.mjs leaves how many tests have passed and failed. */
const counts = join(directory, 'counts.json')
process.env.OPSGRAPH_TEST_COUNTS = counts

const built = await quietly('build')
// Not beside the build: what it leaves behind for a moment would be looked at, and be gone.
const beside = ['lint', 'types', 'boundaries'].map((script) => quietly(script))
const isTested = built.isPassed && (await run(['exec', 'vitest', 'run'], 'inherit'))
const failed = [built, ...(await Promise.all(beside))].filter(({ isPassed }) => !isPassed)
for (const { script } of failed) console.error(`${script} failed: see above`)
const tests = readCounts()
const isUntold = built.isPassed && !isTested && tests.failed === 0
if (isUntold) console.error('tests failed: see above')
if (failed.length > 0 || isUntold) {
  // The line that the tests have ended with, if they came that far, does not know of these.
  console.log(`${tests.passed} passed, ${tests.failed + failed.length + Number(isUntold)} failed`)
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

/** Runs a script of package.json, and shows what it told when it fails. @param {string} script */
async function quietly(script) {
  /** @type {Buffer[]} */
  const told = []
  const isPassed = await run(['run', script], 'pipe', (chunk) => told.push(chunk))
  if (!isPassed) process.stderr.write(Buffer.concat(told))
  return { script, isPassed }
}

/**
 * @param {readonly string[]} command of pnpm
 * @param {'inherit' | 'pipe'} output
 * @param {(chunk: Buffer) => void} [hear]
 * @returns {Promise<boolean>} whether it ended well
 */
function run(command, output, hear = () => {}) {
  // pnpm is a batch file on Windows.
  const child = spawn('pnpm', command, { stdio: ['ignore', output, output], shell: process.platform === 'win32' })
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`pnpm: ${error.message}`)
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
}
