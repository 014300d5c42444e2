import { type Answer, CMDB_IMPORT, type Importer, type ImportFlags, isChanging, isRefused } from '../cmdb/answer.js'
import { answerLines } from '../cmdb/answer-text.js'
import { type CmdbInput, linesOf, readCmdbInput } from '../cmdb/read-cmdb-input.js'
import { StartError, UsageError } from '../faults.js'
import { PLAN_STATUS, type Sending } from '../importing/importer.js'
import type { PlanCommand } from '../importing/plan-text.js'
import { importerOf, noteEmptyState, openTarget, type Target, type TargetFlags } from '../importing/target.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { painter, printable } from '../text.js'

export interface PlanFlags extends ImportFlags, TargetFlags {
  /** Whether to print the HTTP answers, one per line, instead of text for people. */
  readonly json?: boolean
  /** Whether the exit status is 2 if the plan has changes. */
  readonly exitCode?: boolean
}

/**
 * Shows what imports of the files would change, and writes nothing. Each file is planned as if the files before it were
 * already imported. A refused file has no effect on the plans of later files.
 *
 * @throws StartError if a file cannot be read, or the server does not answer
 */
export async function planCmdb(paths: readonly string[], flags: PlanFlags, ports: Ports): Promise<void> {
  requireOnePipe([...paths, flags.state])
  const target = await openTarget(flags, ports)
  requirePossible(paths, target)
  const importer = importerOf(CMDB_IMPORT, target)
  const answers: Answer[] = []
  for (const [index, path] of paths.entries()) {
    const input = await readCmdbInput(path, ports)
    const answer = await importer.send({ ...input, options: optionsOf(flags), dryRun: true, changes: flags.changes })
    const isLast = index === paths.length - 1
    if (!isLast && !isRefused(answer)) await applyTo(importer, input, flags)
    ports.terminal.progress('')
    if (flags.json) ports.print(JSON.stringify(answer))
    else await printAnswer(input, { answer, flags, command: 'plan' }, ports)
    if (!flags.json && !isLast) ports.print('')
    answers.push(answer)
  }
  if (!answers.every(isRefused)) noteEmptyState(target, flags, ports)
  ports.exit(statusOf(answers, flags))
}

/** Selects the flags that are query parameters of the HTTP API. */
export function optionsOf({ format, mode, source, environment }: ImportFlags): Sending['options'] {
  return { format, mode, source, environment }
}

/**
 * Prints an answer for people.
 *
 * @throws StartError if the import was refused for a reason that is not in the file, such as an invalid key
 */
export async function printAnswer(
  input: CmdbInput,
  { answer, flags, command }: { readonly answer: Answer; readonly flags: ImportFlags; readonly command: PlanCommand },
  { print, terminal }: Pick<Ports, 'print' | 'terminal'>,
): Promise<void> {
  if (answer.status === 'error' && answer.errors === undefined) {
    throw new StartError(`the server refuses: ${printable(answer.message)}`)
  }
  const lines = answer.status === 'ok' && answer.warnings.length > 0 ? await linesOf(input, flags) : undefined
  const content = { name: input.name, answer, lines, command }
  for (const line of answerLines(content, painter(terminal.isColored))) print(line)
}

function requirePossible(paths: readonly string[], target: Target): void {
  if ('opsgraph' in target || paths.length === 1) return
  throw new UsageError('a server (--url) plans one file at a time, because it does not store the result of a plan')
}

/** Imports the file into the state in memory. The plan of the next file is then based on the changed state. */
async function applyTo(importer: Importer, input: CmdbInput, flags: PlanFlags): Promise<void> {
  await importer.send({ ...input, options: optionsOf(flags), dryRun: false })
}

function statusOf(answers: readonly Answer[], { exitCode = false }: PlanFlags): number {
  if (answers.some(isRefused)) return PLAN_STATUS.refused
  const changes = answers.some((answer) => answer.status === 'ok' && isChanging(answer))
  return changes && exitCode ? PLAN_STATUS.changes : PLAN_STATUS.clean
}
