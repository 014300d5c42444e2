import type { ChangedField, Topology, TopologyPreview, TransferMode } from '@opsgraph/core'
import { changedFields } from '@opsgraph/core/pure'
import { createImporter, type Target } from '../importing/target.js'
import { OPERATOR_CALLER } from '../operator.js'
import { isRefused, type PlannedTopology, TOPOLOGY_IMPORT, type TopologyAnswer } from './answer.js'
import type { TopologyInput } from './topology-input.js'

/**
 * The plan for one file, with the file, the answer of the HTTP API, and the changed fields, which the answer does not
 * contain.
 */
export interface PlannedInput {
  readonly input: TopologyInput
  readonly answer: TopologyAnswer
  /** The planned changes of each topology, in the order of the previews in the answer. */
  readonly topologies: readonly PlannedTopology[]
}

export interface PlanInputOptions {
  readonly target: Target
  readonly options: Readonly<Record<string, string | number | boolean | undefined>>
  readonly mode: TransferMode
  /** Whether the answer lists the changes. */
  readonly changes: boolean | undefined
}

/**
 * Plans an import.
 *
 * @throws StartError if the server does not answer
 */
export async function planInput(
  input: TopologyInput,
  { target, mode, ...request }: PlanInputOptions,
): Promise<PlannedInput> {
  const answer = await createImporter(TOPOLOGY_IMPORT, target).send({ ...input, ...request, dryRun: true })
  if (answer.status === 'error') return { input, answer, topologies: [] }
  const topologies: PlannedTopology[] = []
  for (const [index, preview] of answer.previews.entries()) {
    const document = input.file.documents[index]
    const stored = isRefused(answer) || document === undefined ? undefined : await readStored(target, preview)
    const fields = document === undefined || stored === undefined ? [] : changedFields(document, stored, mode)
    topologies.push({ ...preview, fields })
  }
  return { input, answer, topologies }
}

type StoredFields = Pick<Topology, ChangedField>

/**
 * Reads the stored topology that an import would update. Returns `undefined` if the import would create the topology,
 * or if the topology was deleted after the plan was made.
 */
async function readStored(target: Target, { topology: { id } }: TopologyPreview): Promise<StoredFields | undefined> {
  if (id === null) return undefined
  if ('opsgraph' in target) return await target.opsgraph.readTopologyBy(OPERATOR_CALLER, 'id', id)
  const { server } = target
  const answer = await server.get(`/api/service_topology/${encodeURIComponent(id)}`)
  if (answer.status === 404) return undefined
  const { topology } = (answer.body ?? {}) as { readonly topology?: StoredFields }
  if (answer.status !== 200 || topology === undefined) throw server.refusal(answer)
  return topology
}
