import {
  type ChangedField,
  changedFields,
  type Topology,
  type TopologyPreview,
  type TransferMode,
} from '@opsgraph/core'
import { StartError } from '../faults.js'
import { importerOf, type Target } from '../importing/target.js'
import { OPERATOR } from '../operator.js'
import { printable } from '../text.js'
import { isRefused, type PlannedTopology, TOPOLOGY_IMPORT, type TopologyAnswer } from './answer.js'
import type { TopologyInput } from './topology-input.js'

/** A file, what the HTTP API answers to it, and what it does not tell. */
export interface PlannedInput {
  readonly input: TopologyInput
  readonly answer: TopologyAnswer
  /** As the previews of the answer. */
  readonly topologies: readonly PlannedTopology[]
}

export interface InputPlanning {
  readonly target: Target
  readonly options: Readonly<Record<string, string | undefined>>
  readonly mode: TransferMode
  /** Whether the answer is to list the changes. */
  readonly changes: boolean | undefined
}

/**
 * Has an import planned.
 *
 * @throws StartError when there is no answer
 */
export async function planInput(
  input: TopologyInput,
  { target, mode, ...asked }: InputPlanning,
): Promise<PlannedInput> {
  const answer = await importerOf(TOPOLOGY_IMPORT, target).send({ ...input, ...asked, dryRun: true })
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

/** @throws StartError for a refusal without faults of the file: the key, the license, the server itself */
export function requireAboutFile(answer: TopologyAnswer): void {
  if (answer.status === 'ok' || answer.errors !== undefined) return
  throw new StartError(`the server refuses: ${printable(answer.message)}`)
}

type StoredFields = Pick<Topology, ChangedField>

/** The topology that an import is to update; `undefined` when it is to be created, or gone by now. */
async function readStored(target: Target, { topology: { id } }: TopologyPreview): Promise<StoredFields | undefined> {
  if (id === null) return undefined
  if ('opsgraph' in target) return await target.opsgraph.readTopologyBy(OPERATOR, 'id', id)
  const { server } = target
  const { status, body } = await server.get(`/api/service_topology/${encodeURIComponent(id)}`)
  if (status === 404) return undefined
  const { topology } = (body ?? {}) as { readonly topology?: StoredFields }
  if (status !== 200 || topology === undefined) throw server.refusal({ status, body })
  return topology
}
