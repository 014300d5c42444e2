import type { Command } from 'commander'
import { type ImpactFlags, simulateImpact } from './command/impact.js'
import type { Ports } from './ports.js'
import { withServerOptions } from './server-options.js'

/** Adds the command `opsgraph impact`. */
export function addImpact(program: Command, ports: Ports): void {
  const command = program
    .command('impact')
    .description('show which services would be hurt if these resources failed at the same time; writes nothing')
    .argument('<resource...>', '1 to 1,000 names of resources')
    .requiredOption('--environment <name>', 'the environment of the resources')
    .option('--state <snapshot>', 'use the state in this snapshot of "opsgraph snapshot save"; - = standard input')
  withServerOptions(command, 'use the state of this server instead of a snapshot')
    .option('--json', 'print the answer of the HTTP API')
    .addHelpText(
      'after',
      `
Exit status: 0 = every resource is known, 1 = a file cannot be read or the server does not answer, 2 = a wrong command line, 3 = no relation, node or alert names one of the resources: check the spelling`,
    )
    .action(async (resources: readonly string[], flags: ImpactFlags) => await simulateImpact(resources, flags, ports))
}
