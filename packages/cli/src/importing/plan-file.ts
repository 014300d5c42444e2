import { LIMITS } from '@opsgraph/core'
import { StartError, UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo, STANDARD_INPUT } from '../read-input.js'
import { writeWholeFile } from '../whole-file.js'

/** The unvalidated plan document in a file. The server validates it. */
export type PlanFile = Readonly<Record<string, unknown>>

/**
 * Reads a plan document.
 *
 * @throws UsageError for standard input, because the command also writes to the file
 * @throws StartError if the file cannot be read, or is not a JSON object
 */
export async function readPlanFile(path: string, ports: Ports): Promise<PlanFile> {
  if (path === STANDARD_INPUT)
    throw new UsageError('name the file of the plan: the command notes in it that the plan is applied')
  const bytes = await readUpTo(LIMITS.planBytes, await findInput(path, ports))
  if (bytes.length > LIMITS.planBytes) {
    throw new StartError(`${path} is larger than a plan can be, ${LIMITS.planBytes / 1024 ** 2} MiB`)
  }
  const plan = parsePlan(path, decodePlanFile(path, bytes))
  if (typeof plan !== 'object' || plan === null || Array.isArray(plan)) {
    throw new StartError(`${path} is not a plan: make one with "opsgraph cmdb plan --out"`)
  }
  return plan as PlanFile
}

/** Whether a file begins like a plan document. */
export async function isPlanFile(path: string, ports: Ports): Promise<boolean> {
  if (path === STANDARD_INPUT) return false
  const start = await readUpTo(INSPECTED_BYTES, await findInput(path, ports))
  return /^\s*\{\s*"format"\s*:\s*"opsgraph-plan"/.test(new TextDecoder().decode(start))
}

/** How many bytes {@link isPlanFile} reads. The field `format` of a plan document is within them. */
const INSPECTED_BYTES = 256

function decodePlanFile(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartError(`${path} is not a plan: it is not valid UTF-8`)
  }
}

function parsePlan(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = error instanceof Error ? /at position \d+/.exec(error.message)?.[0] : undefined
    const where = place ?? `at its end, after ${text.length} characters`
    throw new StartError(`${path} is not a whole plan: it is not valid JSON ${where}. Make the plan again`)
  }
}

/**
 * Writes a plan document into a file, completely or not at all. Only this user can read the file.
 *
 * @throws StartError if the file cannot be written
 */
export async function writePlanFile(path: string, plan: PlanFile): Promise<void> {
  await writeWholeFile(path, async (write) => await write(`${JSON.stringify(plan)}\n`))
}
