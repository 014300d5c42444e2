import { CMDB_FORMATS, CMDB_MODES } from '@opsgraph/core'
import type { Command } from 'commander'
import { type ImportCommandFlags, importCmdbFile } from './command/cmdb-import.js'
import { type PlanFlags, planCmdb } from './command/cmdb-plan.js'
import type { Ports } from './ports.js'
import { refuseCall, refusingCalls } from './refuse-call.js'
import { KEY_VARIABLE } from './remote-server.js'

/** Adds `opsgraph cmdb`. */
export function addCmdb(program: Command, ports: Ports): void {
  const cmdb = program.command('cmdb').description('work on CMDB files')
  withImportOptions(cmdb.command('plan').description('tell what importing files would do; writes nothing'))
    .exitOverride(refuseCall)
    .argument('<file...>', 'CSV or JSON; - = standard input. Each is planned on what the ones before would leave')
    .option('--state <snapshot>', 'plan on this state, which "opsgraph snapshot save" wrote (default: an empty one)')
    .option('--url <url>', 'plan on this server in place of a state')
    .option('--key <key>', `an API key of the server; others can see it here, so better ${KEY_VARIABLE}`)
    .option('--json', 'print the answers of the HTTP API, one per line')
    .option('--exit-code', 'end with status 2 when there is something to change')
    .addHelpText(
      'after',
      '\nExit status: 0 = a clean plan, 1 = a file is invalid or cannot be planned, 2 = see --exit-code',
    )
    .action(refusingCalls(async (files: readonly string[], flags: PlanFlags) => await planCmdb(files, flags, ports)))
  withImportOptions(cmdb.command('import').description('import a file on a server, after showing the plan and asking'))
    .argument('<file>', 'CSV or JSON; - = standard input')
    .requiredOption('--url <url>', 'the server')
    .option('--key <key>', `an API key of the server; others can see it here, so better ${KEY_VARIABLE}`)
    .option('--yes', 'import without asking')
    .option('--json', 'print the answer of the HTTP API; the plan goes to stderr')
    .action(async (file: string, flags: ImportCommandFlags) => await importCmdbFile(file, flags, ports))
}

function withImportOptions(command: Command): Command {
  return command
    .option('--mode <mode>', `one of ${CMDB_MODES.join(', ')} (default ${CMDB_MODES[0]})`)
    .option('--source <name>', 'the name of the CMDB (default cmdb)')
    .option('--environment <name>', 'of the records that have none')
    .option('--format <format>', `one of ${CMDB_FORMATS.join(', ')} (default: as the file looks)`)
    .option('--changes', 'list what changes, besides counting it')
}
