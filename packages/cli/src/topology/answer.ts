import { type ChangedField, LIMITS, type TopologyImportReport, type TopologyPreview } from '@opsgraph/core'
import type { Answer, ImportKind, Sending } from '../importing/answer.js'
import { touches } from '../importing/counter-cells.js'
import { OPERATOR } from '../operator.js'

/** The body of an answer to POST /api/service_topology/import (rules.md#topology-import-answer). */
export type TopologyAnswer = Answer<TopologyImportReport>

export const TOPOLOGY_IMPORT: ImportKind<TopologyImportReport> = {
  path: '/api/service_topology/import',
  limit: LIMITS.transferBytes,
  run: async (opsgraph, { bytes, ...sending }) =>
    await opsgraph.importTopologies(OPERATOR, { body: bytes, ...sending }),
  isReport: ({ previews }) => Array.isArray(previews),
}

export interface TopologyImportFlags {
  readonly mode?: string | undefined
  readonly positions?: string | undefined
  readonly service?: string | undefined
  /** Whether the plan lists what changes. */
  readonly changes?: boolean
}

/** The options of an import alone. */
export function optionsOf({ mode, positions, service }: TopologyImportFlags): Sending['options'] {
  return { mode, positions, service }
}

/** What an import does with one topology, as far as it is known before. */
export interface PlannedTopology extends TopologyPreview {
  /** Of the topology itself; a preview does not tell them. */
  readonly fields: readonly ChangedField[]
}

/** Whether the import would be refused, or was. */
export function isRefused(answer: TopologyAnswer): boolean {
  return answer.status === 'error' || answer.previews.some(({ errors }) => errors.length > 0)
}

/** Whether anything is to be written. */
export function isChanging({
  topology,
  nodes,
  edges,
  weightPolicies,
  catalogService,
  fields,
}: PlannedTopology): boolean {
  return (
    topology.action === 'create' ||
    ['create', 'update'].includes(catalogService.action) ||
    fields.length > 0 ||
    [nodes, edges, weightPolicies].some(touches)
  )
}
