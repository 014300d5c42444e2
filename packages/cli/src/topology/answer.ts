import {
  type ChangedField,
  LIMITS,
  OpsgraphError,
  type TopologyImportReport,
  type TopologyPreview,
} from '@opsgraph/core'
import { POSITION_CHOICES, readTopologyImportOptions, TRANSFER_MODES } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import type { Answer, ImportKind, ImportRequest } from '../importing/importer.js'
import { hasChanges } from '../importing/plan-text.js'
import { OPERATOR_CALLER } from '../operator.js'

/** The body of an answer to POST /api/service_topology/import (rules.md#topology-import-answer). */
export type TopologyAnswer = Answer<TopologyImportReport>

export const TOPOLOGY_IMPORT: ImportKind<TopologyImportReport> = {
  path: '/api/service_topology/import',
  limit: LIMITS.transferBytes,
  run: async (opsgraph, { bytes, options, ...sending }) =>
    await opsgraph.importTopologies(OPERATOR_CALLER, {
      ...sending,
      body: bytes,
      options: readTopologyImportOptions(options),
    }),
  isReport: ({ previews }) => Array.isArray(previews),
}

export interface TopologyImportFlags {
  readonly mode?: string | undefined
  readonly positions?: string | undefined
  readonly service?: string | undefined
  /** Whether the plan lists the changes. */
  readonly changes?: boolean
}

/** Adds the flags for an import. `readImportFlags` validates them. */
export function withImportOptions(command: Command): Command {
  return command
    .option('--mode <mode>', `required: ${TRANSFER_MODES.join(' = replace the stored topology, ')} = merge into it`)
    .option(
      '--positions <choice>',
      `the positions of existing nodes, for merge: ${POSITION_CHOICES.join(', ')} (default ${POSITION_CHOICES[0]})`,
    )
    .option('--service <name>', 'the service for files that name no service')
    .option('--changes', 'list each change in addition to the numbers of changes')
}

/** Converts the flags to query parameters of the HTTP API. */
export function toOptions({ mode, positions, service }: TopologyImportFlags): ImportRequest['options'] {
  return { mode, positions, service }
}

/** The planned changes of one topology, including the changed fields, which a `TopologyPreview` does not have. */
export interface PlannedTopology extends TopologyPreview {
  readonly fields: readonly ChangedField[]
}

/** Whether the import was refused. If the answer is a plan: whether the import would be refused. */
export function isRefused(answer: TopologyAnswer): boolean {
  return answer.status === 'error' || answer.previews.some(({ errors }) => errors.length > 0)
}

/** Whether the import would change anything. */
export function changesAnything({
  topology,
  nodes,
  edges,
  weightPolicies,
  rules,
  catalogService,
  fields,
}: PlannedTopology): boolean {
  return (
    topology.action === 'create' ||
    ['create', 'update'].includes(catalogService.action) ||
    fields.length > 0 ||
    [nodes, edges, weightPolicies, rules].some(hasChanges)
  )
}

/**
 * Validates the flags of an import before any file is read.
 *
 * @throws UsageError that names the flag and the allowed values
 */
export function readImportFlags(flags: TopologyImportFlags): ReturnType<typeof readTopologyImportOptions> {
  try {
    return readTopologyImportOptions(toOptions(flags))
  } catch (error) {
    throw error instanceof OpsgraphError ? new UsageError(`--${error.message}`) : error
  }
}
