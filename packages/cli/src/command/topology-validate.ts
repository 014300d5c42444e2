import type { Command } from 'commander'
import { PLAN_EXIT_STATUS } from '../importing/importer.js'
import type { Ports } from '../ports.js'
import { createPaint } from '../text.js'
import { FILES_HELP, readTopologyInputs, type TopologyInput } from '../topology/topology-input.js'
import {
  annotationLines,
  isValid,
  type ValidatedFile,
  validateInputs,
  validationLines,
  validationReport,
} from '../topology/validation.js'

interface ValidateFlags {
  /** The service for files that name no service. */
  readonly service?: string | undefined
  readonly json?: boolean
  /** Whether to print annotations for GitHub Actions, too. */
  readonly github?: boolean
}

/** Adds `opsgraph topology validate`. */
export function addTopologyValidate(topology: Command, ports: Ports): void {
  topology
    .command('validate')
    .description('show all errors in topology files, with their lines')
    .argument('<file...>', FILES_HELP)
    .option('--service <name>', 'the service for files that name no service')
    .option('--json', 'print the result as JSON')
    .option('--github', 'also print annotations for GitHub Actions')
    .addHelpText(
      'after',
      '\nExit status: 0 = all files are valid, 1 = a file is invalid or cannot be read, 2 = a wrong command line',
    )
    .action(async (files: readonly string[], flags: ValidateFlags) => {
      await validateTopologies(files, flags, ports)
    })
}

/**
 * Prints all errors of topology files, each with its line and column. Contacts no server and writes nothing.
 *
 * @throws StartError if a file cannot be read
 */
async function validateTopologies(paths: readonly string[], flags: ValidateFlags, ports: Ports): Promise<void> {
  const inputs: TopologyInput[] = []
  for await (const input of readTopologyInputs(paths, flags.service, ports)) inputs.push(input)
  const files = validateInputs(inputs)
  for (const line of outputLines(files, flags, ports)) ports.print(line)
  ports.exit(files.every(isValid) ? PLAN_EXIT_STATUS.clean : PLAN_EXIT_STATUS.refused)
}

function outputLines(
  files: readonly ValidatedFile[],
  { json, github }: ValidateFlags,
  { terminal }: Pick<Ports, 'terminal'>,
): readonly string[] {
  if (json) return [JSON.stringify(validationReport(files))]
  return [...(github ? annotationLines(files) : []), ...validationLines(files, createPaint(terminal.isColored))]
}
