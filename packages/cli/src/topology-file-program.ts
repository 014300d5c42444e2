import { POSITION_CHOICES, TRANSFER_MODES } from '@opsgraph/core'
import type { Command } from 'commander'
import { exportTopologyFiles, type TopologyExportFlags } from './command/topology-export.js'
import { importTopologyFiles, type TopologyImportCommandFlags } from './command/topology-import.js'
import { planTopologies, type TopologyPlanFlags } from './command/topology-plan.js'
import { type TopologyValidateFlags, validateTopologies } from './command/topology-validate.js'
import type { Ports } from './ports.js'
import { refuseCall, refusingCalls } from './refuse-call.js'
import { KEY_VARIABLE } from './remote-server.js'

const KEY_OPTION = [
  '--key <key>',
  `an API key of the server; others can see it here, so better ${KEY_VARIABLE}`,
] as const
const FILES = 'export documents, bundles, editor exports or trees of an earlier release; - = standard input'

/** Adds the commands of `opsgraph topology` that work on files as `GET .../export` gives them. */
export function addTopologyFiles(topology: Command, ports: Ports): void {
  addValidate(topology, ports)
  addPlan(topology, ports)
  addExport(topology, ports)
  addImport(topology, ports)
}

function addValidate(topology: Command, ports: Ports): void {
  topology
    .command('validate')
    .description('tell all that is wrong with files of topologies, with the lines')
    .argument('<file...>', FILES)
    .option('--service <name>', 'of files that name none')
    .option('--json', 'print what was found as JSON')
    .option('--github', 'print annotations of GitHub Actions as well')
    .addHelpText(
      'after',
      '\nExit status: 0 = all files are valid, 1 = a file is invalid or cannot be read, 2 = a wrong command line',
    )
    .action(async (files: readonly string[], flags: TopologyValidateFlags) => {
      await validateTopologies(files, flags, ports)
    })
}

function addPlan(topology: Command, ports: Ports): void {
  withImportOptions(
    topology.command('plan').description('tell what importing files of topologies would do; writes nothing'),
  )
    .exitOverride(refuseCall)
    .argument('<file...>', FILES)
    .option('--state <snapshot>', 'plan on this state, which "opsgraph snapshot save" wrote (default: an empty one)')
    .option('--url <url>', 'plan on this server in place of a state')
    .option(...KEY_OPTION)
    .option('--json', 'print the answer of the HTTP API; a list of them for several files')
    .option('--exit-code', 'end with status 2 when there is something to change')
    .addHelpText(
      'after',
      `
Several files are planned in their order, each on the state that the ones before would leave. A server plans each of them on what it has.

Exit status: 0 = a clean plan, 1 = a file is invalid or cannot be planned, 2 = see --exit-code`,
    )
    .action(
      refusingCalls(async (files: readonly string[], flags: TopologyPlanFlags) => {
        await planTopologies(files, flags, ports)
      }),
    )
}

function addExport(topology: Command, ports: Ports): void {
  topology
    .command('export')
    .description('export topologies of a server: one that is named as a document, several or all as a bundle')
    .argument('[id...]', 'which ones (default: all)')
    .requiredOption('--url <url>', 'the server')
    .option(...KEY_OPTION)
    .option('--service <name>', 'the one of this service, in place of an id')
    .option('-o, --output <file>', 'it is replaced when all is written; - = standard output (default)')
    .option('--directory <directory>', 'a file for each topology; those that say the same stay as they are')
    .action(async (ids: readonly string[], flags: TopologyExportFlags) => await exportTopologyFiles(ids, flags, ports))
}

function addImport(topology: Command, ports: Ports): void {
  withImportOptions(
    topology.command('import').description('import files of topologies on a server, after showing the plan and asking'),
  )
    .argument('<file...>', FILES)
    .requiredOption('--url <url>', 'the server')
    .option(...KEY_OPTION)
    .option('--yes', 'import without asking')
    .option('--json', 'print the answer of the HTTP API, a list of them for several files; the plan goes to stderr')
    .addHelpText(
      'after',
      '\nA file is imported as a whole or not at all; several files one after the other, and none where any would be refused.',
    )
    .action(async (files: readonly string[], flags: TopologyImportCommandFlags) => {
      await importTopologyFiles(files, flags, ports)
    })
}

function withImportOptions(command: Command): Command {
  return command
    .option('--mode <mode>', `required: ${TRANSFER_MODES.join(' = make it what the file says, ')} = add to it`)
    .option(
      '--positions <choice>',
      `where nodes stand that were there before, for merge: ${POSITION_CHOICES.join(', ')} (default ${POSITION_CHOICES[0]})`,
    )
    .option('--service <name>', 'of files that name none')
    .option('--changes', 'list what changes, besides counting it')
}
