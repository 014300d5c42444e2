import { PLAN_STATUS } from '../importing/importer.js'
import type { PlanCommand } from '../importing/plan-text.js'
import { importerOf, noteEmptyState, openTarget, type Target, type TargetFlags } from '../importing/target.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { painter } from '../text.js'
import {
  isChanging,
  isRefused,
  optionsOf,
  readImportFlags,
  TOPOLOGY_IMPORT,
  type TopologyImportFlags,
} from '../topology/answer.js'
import { type PlannedInput, planInput, requireAboutFile } from '../topology/plan-input.js'
import { planLines } from '../topology/plan-text.js'
import { readTopologyInputs } from '../topology/topology-input.js'

export interface TopologyPlanFlags extends TopologyImportFlags, TargetFlags {
  /**
   * Whether to print JSON instead of text for people: the HTTP answer, or a list of answers if there are several files.
   */
  readonly json?: boolean
  /** Whether the exit status is 2 if the plan has changes. */
  readonly exitCode?: boolean
}

/**
 * Shows what imports of the files would change, and writes nothing. Without a server, each file is planned as if the
 * files before it were already imported. With a server, each plan is based only on the data that the server stores.
 *
 * @throws StartError if a file cannot be read, or the server does not answer
 */
export async function planTopologies(paths: readonly string[], flags: TopologyPlanFlags, ports: Ports): Promise<void> {
  requireOnePipe([...paths, flags.state])
  const { mode } = readImportFlags(flags)
  const target = await openTarget(flags, ports)
  const planning = { target, mode, options: optionsOf(flags), changes: flags.changes }
  const all: PlannedInput[] = []
  for await (const input of readTopologyInputs(paths, flags.service, ports)) {
    const planned = await planInput(input, planning)
    all.push(planned)
    if (!flags.json) printPlan(planned, { isFirst: all.length === 1, command: 'plan' }, ports)
    if (all.length < paths.length) await applyTo(target, planned, flags)
  }
  if (flags.json) printAnswers(all, ports)
  if (!all.every(({ answer }) => isRefused(answer))) noteEmptyState(target, flags, ports)
  ports.exit(statusOf(all, flags))
}

/**
 * Prints a plan for people, with an empty line before each plan except the first.
 *
 * @throws StartError if the import was refused for a reason that is not in the file, such as an invalid key
 */
export function printPlan(
  planned: PlannedInput,
  { isFirst, command }: { readonly isFirst: boolean; readonly command: PlanCommand },
  { print, terminal }: Pick<Ports, 'print' | 'terminal'>,
): void {
  requireAboutFile(planned.answer)
  if (!isFirst) print('')
  for (const line of planLines(planned, painter(terminal.isColored), command)) print(line)
}

/** Prints the HTTP answers as JSON: a single answer, or a list in the order of the files. */
export function printAnswers(all: readonly Pick<PlannedInput, 'answer'>[], { print }: Pick<Ports, 'print'>): void {
  const answers = all.map(({ answer }) => answer)
  print(JSON.stringify(answers.length === 1 ? answers[0] : answers))
}

/**
 * Imports a file into the state in memory. The plan of the next file is then based on the changed state. Does nothing
 * if the target is a server, or if the file is refused.
 */
async function applyTo(target: Target, { input, answer }: PlannedInput, flags: TopologyPlanFlags): Promise<void> {
  if ('server' in target || isRefused(answer)) return
  await importerOf(TOPOLOGY_IMPORT, target).send({ ...input, options: optionsOf(flags), dryRun: false })
}

function statusOf(all: readonly PlannedInput[], { exitCode = false }: TopologyPlanFlags): number {
  if (all.some(({ answer }) => isRefused(answer))) return PLAN_STATUS.refused
  const changes = all.some(({ topologies }) => topologies.some(isChanging))
  return changes && exitCode ? PLAN_STATUS.changes : PLAN_STATUS.clean
}
