import { PLAN_STATUS } from '../importing/answer.js'
import type { PlanTeller } from '../importing/plan-ends.js'
import { importerOf, noteEmptyState, openTarget, type Target, type TargetFlags } from '../importing/target.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { painter } from '../text.js'
import { isChanging, isRefused, optionsOf, TOPOLOGY_IMPORT, type TopologyImportFlags } from '../topology/answer.js'
import { type PlannedInput, planInput, requireAboutFile } from '../topology/plan-input.js'
import { planLines } from '../topology/plan-text.js'
import { readImportFlags } from '../topology/read-import-flags.js'
import { readTopologyInputs } from '../topology/topology-input.js'

export interface TopologyPlanFlags extends TopologyImportFlags, TargetFlags {
  /** The HTTP answers in place of text for people: one, or a list for several files. */
  readonly json?: boolean
  /** Whether planned changes are told by the exit status. */
  readonly exitCode?: boolean
}

/**
 * Plans imports and writes nothing. In a state of its own each file is planned on what the ones before would leave; a
 * server plans each on what it has.
 *
 * @throws StartError when a file cannot be read, or there is no answer
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
    if (!flags.json) tellPlan(planned, { isFirst: all.length === 1, command: 'plan' }, ports)
    if (all.length < paths.length) await applyTo(target, planned, flags)
  }
  if (flags.json) printAnswers(all, ports)
  if (!all.every(({ answer }) => isRefused(answer))) noteEmptyState(flags, ports)
  ports.exit(statusOf(all, flags))
}

/**
 * Tells people what an import would do, with a line between it and what was told before.
 *
 * @throws StartError for a refusal that is not about the file
 */
export function tellPlan(
  planned: PlannedInput,
  { isFirst, command }: { readonly isFirst: boolean; readonly command: PlanTeller },
  { print, terminal }: Pick<Ports, 'print' | 'terminal'>,
): void {
  requireAboutFile(planned.answer)
  if (!isFirst) print('')
  for (const line of planLines(planned, painter(terminal.isColored), command)) print(line)
}

/** Prints the HTTP answers: one as it is, several as a list in the order of the files. */
export function printAnswers(all: readonly Pick<PlannedInput, 'answer'>[], { print }: Pick<Ports, 'print'>): void {
  const answers = all.map(({ answer }) => answer)
  print(JSON.stringify(answers.length === 1 ? answers[0] : answers))
}

/** Leaves in a state of its own what the import would; what is refused leaves it as it is. */
async function applyTo(target: Target, { input, answer }: PlannedInput, flags: TopologyPlanFlags): Promise<void> {
  if ('server' in target || isRefused(answer)) return
  await importerOf(TOPOLOGY_IMPORT, target).send({ ...input, options: optionsOf(flags), dryRun: false })
}

function statusOf(all: readonly PlannedInput[], { exitCode = false }: TopologyPlanFlags): number {
  if (all.some(({ answer }) => isRefused(answer))) return PLAN_STATUS.refused
  const changes = all.some(({ topologies }) => topologies.some(isChanging))
  return changes && exitCode ? PLAN_STATUS.changes : PLAN_STATUS.clean
}
