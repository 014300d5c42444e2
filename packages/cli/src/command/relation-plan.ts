import type { Command } from 'commander'
import { RELATIONS_APPLY, withApplyOptions } from '../cmdb/answer.js'
import { refuseCall, refusingCalls } from '../failure.js'
import type { Ports } from '../ports.js'
import { withServerOptions } from '../server-options.js'
import { type CommandFlags, importFile } from './cmdb-import.js'
import { PLAN_STATUSES, type PlanFlags, planFiles, withPlanOptions } from './cmdb-plan.js'

/** Adds `opsgraph relation plan`. */
export function addRelationPlan(relation: Command, ports: Ports): void {
  const command = withApplyOptions(
    relation.command('plan').description('show what applying the relations of a source would change; writes nothing'),
  ).exitOverride(refuseCall)
  withPlanOptions(command)
    .addHelpText('after', `\nExit status: ${PLAN_STATUSES}`)
    .action(
      refusingCalls(
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
  ).argument('<file>', 'CSV or JSON; - = standard input')
  withServerOptions(command)
    .option('--yes', 'apply without asking')
    .option('--json', 'print the answer of the HTTP API; the plan goes to stderr')
    .action(async (file: string, flags: CommandFlags) => await importFile(RELATIONS_APPLY, file, { flags, ports }))
}
