import type { Command } from 'commander'
import { RELATIONS_APPLY, withApplyOptions } from '../cmdb/answer.js'
import { throwAsStartError, withStartErrors } from '../failure.js'
import { UsageError } from '../faults.js'
import { flagName } from '../flag-names.js'
import { isPlanFile } from '../importing/plan-file.js'
import type { Ports } from '../ports.js'
import { withServerOptions } from '../server-options.js'
import { type ApplyFlags, applyPlanFile, EXIT_STATUS_HELP } from './cmdb-apply.js'
import { type CommandFlags, importFile } from './cmdb-import.js'
import { PLAN_EXIT_STATUS_HELP, type PlanFlags, planFiles, withPlanOptions } from './cmdb-plan.js'

/** Adds `opsgraph relation plan`. */
export function addRelationPlan(relation: Command, ports: Ports): void {
  const command = withApplyOptions(
    relation.command('plan').description('show what applying the relations of a source would change; writes nothing'),
  ).exitOverride(throwAsStartError)
  withPlanOptions(command, RELATIONS_APPLY)
    .addHelpText('after', `\nExit status: ${PLAN_EXIT_STATUS_HELP}`)
    .action(
      withStartErrors(
        async (files: readonly string[], flags: PlanFlags) => await planFiles(RELATIONS_APPLY, files, { flags, ports }),
      ),
    )
}

/** Adds `opsgraph relation apply`. */
export function addRelationApply(relation: Command, ports: Ports): void {
  const command = withApplyOptions(
    relation
      .command('apply')
      .description('apply the relations of a source on a server, after showing the plan and asking to confirm'),
  ).argument('<file>', 'CSV, JSON, or a plan of "opsgraph relation plan --out"; - = standard input')
  withServerOptions(command)
    .option('--undo', 'take back what the plan in the file has written')
    .option('--yes', 'apply without asking')
    .option('--json', 'print the answer of the HTTP API; the plan goes to stderr')
    .addHelpText('after', `\nExit status: ${EXIT_STATUS_HELP}`)
    .action(async (file: string, flags: RelationFlags) => await applyFile(file, flags, ports))
}

type RelationFlags = CommandFlags & ApplyFlags

/**
 * Applies a file of relations, or a plan file.
 *
 * @throws UsageError if a flag does not fit the kind of the file
 */
async function applyFile(file: string, flags: RelationFlags, ports: Ports): Promise<void> {
  if (await isPlanFile(file, ports)) {
    requirePlanFlags(flags)
    await applyPlanFile(file, flags, ports)
    return
  }
  if (flags.undo) throw new UsageError(`--undo needs a plan of "opsgraph relation plan --out", and ${file} is none`)
  await importFile(RELATIONS_APPLY, file, { flags, ports })
}

/** The flags for a file of relations. They do not fit a plan, which already contains their values. */
const FILE_FLAGS = [
  ...(['source', 'mode', 'scope', 'maxRemovals', 'removeStaleAfter'] as const),
  ...(['environment', 'format', 'encoding', 'map'] as const),
]

/** @throws UsageError for a flag that has no effect on a plan, because its user would rely on the effect */
function requirePlanFlags(flags: RelationFlags): void {
  const ignored = FILE_FLAGS.filter((name) => flags[name] !== undefined).map((name) => `--${flagName(name)}`)
  if (ignored.length === 0) return
  throw new UsageError(
    `a plan is applied as it was made, so ${ignored.join(' and ')} would change nothing: make a new plan`,
  )
}
