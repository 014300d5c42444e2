import { CMDB_FORMATS, CMDB_MODES } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { type ImportCommandFlags, importCmdbFile } from './command/cmdb-import.js'
import { type PlanFlags, planCmdb } from './command/cmdb-plan.js'
import { refuseCall, refusingCalls } from './failure.js'
import type { Ports } from './ports.js'
import { withServerOptions } from './server-options.js'

/** Adds the command group `opsgraph cmdb`. */
export function addCmdb(program: Command, ports: Ports): void {
  const cmdb = program.command('cmdb').description('work on CMDB files')
  const plan = withImportOptions(
    cmdb.command('plan').description('show what an import of files would change; writes nothing'),
  )
    .exitOverride(refuseCall)
    .argument('<file...>', 'CSV or JSON; - = standard input. Each file is planned on the result of the files before it')
    .option('--state <snapshot>', 'plan on this snapshot of "opsgraph snapshot save" (default: an empty state)')
  withServerOptions(plan, 'plan on this server instead of a snapshot')
    .option('--json', 'print the answers of the HTTP API, one per line')
    .option('--exit-code', 'exit with status 2 if the plan has changes')
    .addHelpText(
      'after',
      '\nExit status: 0 = a clean plan, 1 = a file is invalid or cannot be planned, 2 = see --exit-code',
    )
    .action(refusingCalls(async (files: readonly string[], flags: PlanFlags) => await planCmdb(files, flags, ports)))
  const importing = withImportOptions(
    cmdb.command('import').description('import a file on a server, after showing the plan and asking to confirm'),
  ).argument('<file>', 'CSV or JSON; - = standard input')
  withServerOptions(importing)
    .option('--yes', 'import without asking')
    .option('--json', 'print the answer of the HTTP API; the plan goes to stderr')
    .action(async (file: string, flags: ImportCommandFlags) => await importCmdbFile(file, flags, ports))
}

function withImportOptions(command: Command): Command {
  return command
    .option('--mode <mode>', `one of ${CMDB_MODES.join(', ')} (default ${CMDB_MODES[0]})`)
    .option('--source <name>', 'the name of the CMDB (default cmdb)')
    .option('--environment <name>', 'the environment for records that name no environment')
    .option('--format <format>', `one of ${CMDB_FORMATS.join(', ')} (default: detected from the file)`)
    .option('--changes', 'list the changes in addition to their counters')
}
