import type { Command } from 'commander'
import {
  type Answer,
  CMDB_IMPORT,
  changesAnything,
  type FileKind,
  hasSkippedRecords,
  type Importer,
  type ImportFlags,
  isRefused,
  toOptions,
  withImportOptions,
} from '../cmdb/answer.js'
import { printAnswer } from '../cmdb/answer-text.js'
import { type CmdbInput, readCmdbInput } from '../cmdb/read-cmdb-input.js'
import { throwAsStartError, withStartErrors } from '../failure.js'
import { UsageError } from '../faults.js'
import { planExitStatus } from '../importing/importer.js'
import { writePlanFile } from '../importing/plan-file.js'
import { createImporter, noteEmptyState, openTarget, type Target, type TargetFlags } from '../importing/target.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { withServerOptions } from '../server-options.js'

export interface PlanFlags extends ImportFlags, TargetFlags {
  /** Whether to print the HTTP answers, one per line, instead of text for people. */
  readonly json?: boolean
  /** The file to which the plan is written. */
  readonly out?: string
  /** Whether the exit status is 2 if the plan has changes. */
  readonly exitCode?: boolean
}

/** Adds `opsgraph cmdb plan`. */
export function addCmdbPlan(cmdb: Command, ports: Ports): void {
  const command = withImportOptions(
    cmdb.command('plan').description('show what an import of files would change; writes nothing'),
  ).exitOverride(throwAsStartError)
  withPlanOptions(command, CMDB_IMPORT)
    .addHelpText('after', `\nExit status: ${PLAN_EXIT_STATUS_HELP}, 4 = see --skip-invalid`)
    .action(
      withStartErrors(
        async (files: readonly string[], flags: PlanFlags) => await planFiles(CMDB_IMPORT, files, { flags, ports }),
      ),
    )
}

export const PLAN_EXIT_STATUS_HELP = '0 = a clean plan, 1 = a file is invalid or cannot be planned, 2 = see --exit-code'

/** Adds the arguments and the flags of a command that plans files. */
export function withPlanOptions(command: Command, { applyCommand }: FileKind): Command {
  command
    .argument('<file...>', 'CSV or JSON; - = standard input. Each file is planned on the result of the files before it')
    .option('--state <snapshot>', 'plan on this snapshot of "opsgraph snapshot save" (default: an empty state)')
  return withServerOptions(command, 'plan on this server instead of a snapshot')
    .option('--json', 'print the answers of the HTTP API, one per line')
    .option('--out <plan>', `write the plan of a single file to this file, for "${applyCommand}"`)
    .option('--exit-code', 'exit with status 2 if the plan has changes')
}

/**
 * Shows what imports of the files would change, and writes nothing. Each file is planned as if the files before it were
 * already imported. A refused file has no effect on the plans of later files.
 *
 * @throws StartError if a file cannot be read, or the server does not answer
 */
export async function planFiles(
  kind: FileKind,
  paths: readonly string[],
  { flags, ports }: { readonly flags: PlanFlags; readonly ports: Ports },
): Promise<void> {
  requireOnePipe([...paths, flags.state])
  const { out } = flags
  const target = await openTarget(flags, ports)
  requirePlannable(paths, target, out)
  const importer = createImporter(kind, target)
  const answers: Answer[] = []
  for (const [index, path] of paths.entries()) {
    const input = await readCmdbInput(path, ports)
    const sending = { options: toOptions(flags), dryRun: true, changes: flags.changes, plan: out !== undefined }
    const sent = await importer.send({ ...input, ...sending })
    const answer = withoutPlan(sent)
    const isLast = index === paths.length - 1
    if (!isLast && !isRefused(answer)) await importInMemory(importer, input, flags)
    ports.terminal.progress('')
    await printPlan(input, { answer, flags, isLast }, ports)
    answers.push(answer)
    if (out !== undefined && sent.status === 'ok') await savePlan(kind, { out, sent }, ports)
  }
  if (!answers.every(isRefused)) noteEmptyState(target, flags, ports)
  const isChanging = answers.some((answer) => answer.status === 'ok' && changesAnything(answer))
  const result = {
    isRefused: answers.some(isRefused),
    isChanging: isChanging,
    isPartial: answers.some(hasSkippedRecords),
  }
  ports.exit(planExitStatus(result, flags))
}

interface PrintOptions {
  readonly answer: Answer
  readonly flags: PlanFlags
  readonly isLast: boolean
}

async function printPlan(input: CmdbInput, { answer, flags, isLast }: PrintOptions, ports: Ports): Promise<void> {
  if (flags.json) {
    ports.print(JSON.stringify(answer))
    return
  }
  await printAnswer(input, { answer, flags, command: 'plan' }, ports)
  if (!isLast) ports.print('')
}

/** Removes the plan document from an answer, because the document is only for the plan file. */
function withoutPlan(answer: Answer): Answer {
  if (answer.status === 'error') return answer
  const { plan: _, ...others } = answer
  return others
}

/** Writes the plan document to a file, unless the plan cannot be applied. */
async function savePlan(
  { applyCommand }: FileKind,
  { out, sent }: { readonly out: string; readonly sent: Extract<Answer, { status: 'ok' }> },
  { note }: Ports,
): Promise<void> {
  const { plan, ...report } = sent
  if (plan === undefined || isRefused(report)) return
  await writePlanFile(out, { ...plan })
  note(`the plan is in ${out}: apply it with "${applyCommand} ${out}"`)
}

function requirePlannable(paths: readonly string[], target: Target, out: string | undefined): void {
  if (out !== undefined && paths.length > 1) throw new UsageError('--out needs one file: each file has its own plan')
  if ('opsgraph' in target || paths.length === 1) return
  throw new UsageError(
    'a server (--url or OPSGRAPH_URL) plans one file at a time, because it does not store the result of a plan',
  )
}

/** Imports the file into the state in memory, so that the plan of the next file is based on the changed state. */
async function importInMemory(importer: Importer, input: CmdbInput, flags: PlanFlags): Promise<void> {
  await importer.send({ ...input, options: toOptions(flags), dryRun: false })
}
