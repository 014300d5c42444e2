import { type Answer, CMDB_IMPORT, type Importer, type ImportFlags, isChanging, isRefused } from '../cmdb/answer.js'
import { answerLines } from '../cmdb/answer-text.js'
import { type CmdbInput, linesOf, readCmdbInput } from '../cmdb/read-cmdb-input.js'
import { StartError, UsageError } from '../faults.js'
import { PLAN_STATUS, type Sending } from '../importing/answer.js'
import type { PlanTeller } from '../importing/plan-ends.js'
import { importerOf, noteEmptyState, openTarget, type TargetFlags } from '../importing/target.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { painter, printable } from '../text.js'

export interface PlanFlags extends ImportFlags, TargetFlags {
  /** The HTTP answers, one per line, in place of text for people. */
  readonly json?: boolean
  /** Whether planned changes are told by the exit status. */
  readonly exitCode?: boolean
}

/**
 * Plans imports and writes nothing: file by file, each on the state that the ones before would leave. A file that is
 * refused leaves the state as it is.
 *
 * @throws StartError when a file cannot be read, or there is no answer
 */
export async function planCmdb(paths: readonly string[], flags: PlanFlags, ports: Ports): Promise<void> {
  requirePossible(paths, flags)
  const importer = importerOf(CMDB_IMPORT, await openTarget(flags, ports))
  const answers: Answer[] = []
  for (const [index, path] of paths.entries()) {
    const input = await readCmdbInput(path, ports)
    const answer = await importer.send({ ...input, options: optionsOf(flags), dryRun: true, changes: flags.changes })
    const isLast = index === paths.length - 1
    if (!isLast && !isRefused(answer)) await applyTo(importer, input, flags)
    ports.terminal.progress('')
    if (flags.json) ports.print(JSON.stringify(answer))
    else await tell(input, { answer, flags, command: 'plan' }, ports)
    if (!flags.json && !isLast) ports.print('')
    answers.push(answer)
  }
  if (!answers.every(isRefused)) noteEmptyState(flags, ports)
  ports.exit(statusOf(answers, flags))
}

/** The options of an import alone. */
export function optionsOf({ format, mode, source, environment }: ImportFlags): Sending['options'] {
  return { format, mode, source, environment }
}

/**
 * Tells an answer to people.
 *
 * @throws StartError for a refusal that is not about the file
 */
export async function tell(
  input: CmdbInput,
  { answer, flags, command }: { readonly answer: Answer; readonly flags: ImportFlags; readonly command: PlanTeller },
  { print, terminal }: Pick<Ports, 'print' | 'terminal'>,
): Promise<void> {
  if (answer.status === 'error' && answer.errors === undefined) {
    throw new StartError(`the server refuses: ${printable(answer.message)}`)
  }
  const lines = answer.status === 'ok' && answer.warnings.length > 0 ? await linesOf(input, flags) : undefined
  const told = { name: input.name, answer, lines, command }
  for (const line of answerLines(told, painter(terminal.isColored))) print(line)
}

function requirePossible(paths: readonly string[], { url, state }: PlanFlags): void {
  requireOnePipe([...paths, state])
  if (url === undefined || paths.length === 1) return
  throw new UsageError('--url plans one file at a time: the server does not keep what a plan would leave')
}

/** Only the next file's plan depends on it. */
async function applyTo(importer: Importer, input: CmdbInput, flags: PlanFlags): Promise<void> {
  await importer.send({ ...input, options: optionsOf(flags), dryRun: false })
}

function statusOf(answers: readonly Answer[], { exitCode = false }: PlanFlags): number {
  if (answers.some(isRefused)) return PLAN_STATUS.refused
  const changes = answers.some((answer) => answer.status === 'ok' && isChanging(answer))
  return changes && exitCode ? PLAN_STATUS.changes : PLAN_STATUS.clean
}
