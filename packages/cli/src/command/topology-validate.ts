import { PLAN_STATUS } from '../importing/importer.js'
import type { Ports } from '../ports.js'
import { painter } from '../text.js'
import { readTopologyInputs, type TopologyInput } from '../topology/topology-input.js'
import {
  annotationLines,
  isValid,
  type ValidatedFile,
  validateInputs,
  validationLines,
  validationReport,
} from '../topology/validation.js'

export interface TopologyValidateFlags {
  /** The service for files that name no service. */
  readonly service?: string | undefined
  readonly json?: boolean
  /** Whether to print annotations for GitHub Actions, too. */
  readonly github?: boolean
}

/**
 * Prints all errors of topology files with their positions; contacts no server and writes nothing.
 *
 * @throws StartError if a file cannot be read
 */
export async function validateTopologies(
  paths: readonly string[],
  flags: TopologyValidateFlags,
  ports: Ports,
): Promise<void> {
  const inputs: TopologyInput[] = []
  for await (const input of readTopologyInputs(paths, flags.service, ports)) inputs.push(input)
  const files = validateInputs(inputs)
  for (const line of linesFor(files, flags, ports)) ports.print(line)
  ports.exit(files.every(isValid) ? PLAN_STATUS.clean : PLAN_STATUS.refused)
}

function linesFor(
  files: readonly ValidatedFile[],
  { json, github }: TopologyValidateFlags,
  { terminal }: Pick<Ports, 'terminal'>,
): readonly string[] {
  if (json) return [JSON.stringify(validationReport(files))]
  return [...(github ? annotationLines(files) : []), ...validationLines(files, painter(terminal.isColored))]
}
