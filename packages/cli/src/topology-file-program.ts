import { POSITION_CHOICES, TRANSFER_MODES } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { exportTopologyFiles, type TopologyExportFlags } from './command/topology-export.js'
import { importTopologyFiles, type TopologyImportCommandFlags } from './command/topology-import.js'
import { planTopologies, type TopologyPlanFlags } from './command/topology-plan.js'
import { type TopologyValidateFlags, validateTopologies } from './command/topology-validate.js'
import { refuseCall, refusingCalls } from './failure.js'
import type { Ports } from './ports.js'
import { withServerOptions } from './server-options.js'

const FILES = 'export documents, bundles, editor exports or trees of an earlier release; - = standard input'

/** Adds the commands of `opsgraph topology` that read or write topology files, such as export documents. */
export function addTopologyFiles(topology: Command, ports: Ports): void {
  addValidate(topology, ports)
  addPlan(topology, ports)
  addExport(topology, ports)
  addImport(topology, ports)
}

function addValidate(topology: Command, ports: Ports): void {
  topology
    .command('validate')
    .description('show all errors in topology files, with their lines')
    .argument('<file...>', FILES)
    .option('--service <name>', 'the service for files that name no service')
    .option('--json', 'print the result as JSON')
    .option('--github', 'also print annotations for GitHub Actions')
    .addHelpText(
      'after',
      '\nExit status: 0 = all files are valid, 1 = a file is invalid or cannot be read, 2 = a wrong command line',
    )
    .action(async (files: readonly string[], flags: TopologyValidateFlags) => {
      await validateTopologies(files, flags, ports)
    })
}

function addPlan(topology: Command, ports: Ports): void {
  const plan = withImportOptions(
    topology.command('plan').description('show what an import of topology files would change; writes nothing'),
  )
    .exitOverride(refuseCall)
    .argument('<file...>', FILES)
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
      refusingCalls(async (files: readonly string[], flags: TopologyPlanFlags) => {
        await planTopologies(files, flags, ports)
      }),
    )
}

function addExport(topology: Command, ports: Ports): void {
  const command = topology
    .command('export')
    .description('export topologies of a server: a single id as a document, several or all as a bundle')
    .argument('[id...]', 'the ids of the topologies (default: all)')
  withServerOptions(command)
    .option('--service <name>', 'the topology of this service, instead of an id')
    .option('-o, --output <file>', 'the file, which is replaced when it is complete; - = standard output (default)')
    .option('--directory <directory>', 'write a file for each topology; files with the same content are not changed')
    .action(async (ids: readonly string[], flags: TopologyExportFlags) => await exportTopologyFiles(ids, flags, ports))
}

function addImport(topology: Command, ports: Ports): void {
  const command = withImportOptions(
    topology
      .command('import')
      .description('import topology files on a server, after showing the plan and asking to confirm'),
  ).argument('<file...>', FILES)
  withServerOptions(command)
    .option('--yes', 'import without asking')
    .option('--json', 'print the answer of the HTTP API, a list of answers for several files; the plan goes to stderr')
    .addHelpText(
      'after',
      '\nEach file is imported completely or not at all. Several files are imported in order; if any would be refused, none is imported.',
    )
    .action(async (files: readonly string[], flags: TopologyImportCommandFlags) => {
      await importTopologyFiles(files, flags, ports)
    })
}

function withImportOptions(command: Command): Command {
  return command
    .option('--mode <mode>', `required: ${TRANSFER_MODES.join(' = replace the stored topology, ')} = merge into it`)
    .option(
      '--positions <choice>',
      `the positions of existing nodes, for merge: ${POSITION_CHOICES.join(', ')} (default ${POSITION_CHOICES[0]})`,
    )
    .option('--service <name>', 'the service for files that name no service')
    .option('--changes', 'list the changes in addition to their counters')
}
