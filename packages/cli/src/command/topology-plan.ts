import type { Command } from 'commander'
import { throwAsStartError, withStartErrors } from '../failure.js'
import { planExitStatus } from '../importing/importer.js'
import { createImporter, noteEmptyState, openTarget, type Target, type TargetFlags } from '../importing/target.js'
import type { Ports } from '../ports.js'
import { requireOnePipe } from '../read-input.js'
import { withServerOptions } from '../server-options.js'
import {
  changesAnything,
  isRefused,
  readImportFlags,
  TOPOLOGY_IMPORT,
  type TopologyImportFlags,
  toOptions,
  withImportOptions,
} from '../topology/answer.js'
import { type PlannedInput, planInput } from '../topology/plan-input.js'
import { printAnswers, printPlan } from '../topology/plan-text.js'
import { FILES_HELP, readTopologyInputs } from '../topology/topology-input.js'

interface PlanFlags extends TopologyImportFlags, TargetFlags {
  /**
   * Whether to print JSON instead of text for people: the HTTP answer, or a list of answers if there are several files.
   */
  readonly json?: boolean
  /** Whether the exit status is 2 if the plan has changes. */
  readonly exitCode?: boolean
}

/** Adds `opsgraph topology plan`. */
export function addTopologyPlan(topology: Command, ports: Ports): void {
  const plan = withImportOptions(
    topology.command('plan').description('show what an import of topology files would change; writes nothing'),
  )
    .exitOverride(throwAsStartError)
    .argument('<file...>', FILES_HELP)
    .option('--state <snapshot>', 'plan on this snapshot of "opsgraph snapshot save" (default: an empty state)')
  withServerOptions(plan, 'plan on this server instead of a snapshot')
    .option('--json', 'print the answer of the HTTP API; a list of answers for several files')
    .option('--exit-code', 'exit with status 2 if the plan has changes')
    .addHelpText(
      'after',
      `
Several files are planned in order, each on the result of the files before it. With --url, each file is planned on the stored state.

Exit status: 0 = a clean plan, 1 = a file is invalid or cannot be planned, 2 = see --exit-code`,
    )
    .action(
      withStartErrors(async (files: readonly string[], flags: PlanFlags) => {
        await planTopologies(files, flags, ports)
      }),
    )
}

/**
 * Shows what imports of the files would change, and writes nothing. Without a server, each file is planned as if the
 * files before it were already imported. With a server, each plan is based only on the data that the server stores.
 *
 * @throws StartError if a file cannot be read, or the server does not answer
 */
async function planTopologies(paths: readonly string[], flags: PlanFlags, ports: Ports): Promise<void> {
  requireOnePipe([...paths, flags.state])
  const { mode } = readImportFlags(flags)
  const target = await openTarget(flags, ports)
  const planning = { target, mode, options: toOptions(flags), changes: flags.changes }
  const plans: PlannedInput[] = []
  for await (const input of readTopologyInputs(paths, flags.service, ports)) {
    const planned = await planInput(input, planning)
    plans.push(planned)
    if (!flags.json) printPlan(planned, { isFirst: plans.length === 1, command: 'plan' }, ports)
    if (plans.length < paths.length) await importInMemory(target, planned, flags)
  }
  if (flags.json) printAnswers(plans, ports)
  if (!plans.every(({ answer }) => isRefused(answer))) noteEmptyState(target, flags, ports)
  const isChanging = plans.some(({ topologies }) => topologies.some(changesAnything))
  ports.exit(
    planExitStatus({ isRefused: plans.some(({ answer }) => isRefused(answer)), isChanging: isChanging }, flags),
  )
}

/**
 * Imports a file into the state in memory, so that the plan of the next file is based on the changed state. Does
 * nothing if the target is a server, or if the file is refused.
 */
async function importInMemory(target: Target, { input, answer }: PlannedInput, flags: PlanFlags): Promise<void> {
  if ('server' in target || isRefused(answer)) return
  await createImporter(TOPOLOGY_IMPORT, target).send({ ...input, options: toOptions(flags), dryRun: false })
}
