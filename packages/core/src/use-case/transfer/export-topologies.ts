import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { notFound, requireFound } from '../../opsgraph-error.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { resourceKey } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import { resourcesOf } from '../../topology/resolve-graph.js'
import type { Topology } from '../../topology/topology.js'
import {
  type ExportBundle,
  type ExportDocument,
  type ExportStamp,
  exportBundle,
  exportDocument,
} from '../../transfer/export-document.js'
import { type ExportFile, toBundleFile, toDocumentFile } from '../../transfer/export-file.js'
import { policiesOfTopologies } from '../../transfer/match-policies.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'

interface ExportTopology {
  readonly id: string
  /** The version of opsgraph to write into the file. */
  readonly appVersion: string
}

interface ExportTopologies {
  /** The ids of the topologies to export; `undefined` = every topology. */
  readonly ids: readonly string[] | undefined
  /** The version of opsgraph to write into the file. */
  readonly appVersion: string
}

/**
 * Exports one topology with its weight policies, its catalog entry and its redundancy rules (rules.md#topology-export).
 *
 * @throws OpsgraphError `notFound`
 */
export async function exportTopology(
  dependencies: Dependencies,
  caller: Caller,
  request: ExportTopology,
): Promise<ExportFile<ExportDocument>> {
  const { id, appVersion } = request
  return await dependencies.store.transaction(async (parts) => {
    const topology = requireFound(await parts.topologies.read(id), 'topology')
    const stamp = { exportedAt: timestamp(dependencies.clock()), appVersion }
    const [document] = await makeDocuments(parts, [topology], stamp)
    if (document === undefined) throw new Error('there is no document for a topology that was read')
    await auditExports(dependencies, caller, parts, [topology])
    return await runWithPauses(toDocumentFile(document))
  })
}

/**
 * Exports several topologies as a bundle (rules.md#topology-export-5).
 *
 * @throws OpsgraphError `notFound` if one of the topologies does not exist
 */
export async function exportTopologies(
  dependencies: Dependencies,
  caller: Caller,
  request: ExportTopologies,
): Promise<ExportFile<ExportBundle>> {
  const { ids, appVersion } = request
  const { store, graphSemaphore } = dependencies
  const work = async (parts: StoreTransaction) => {
    const topologies = ids === undefined ? await readAllTopologies(parts) : await readNamedTopologies(parts, ids)
    const stamp = { exportedAt: timestamp(dependencies.clock()), appVersion }
    const documents = await makeDocuments(parts, topologies, stamp)
    await auditExports(dependencies, caller, parts, topologies)
    return await runWithPauses(toBundleFile(exportBundle(documents, stamp)))
  }
  return await graphSemaphore.pass(() => store.transaction(work))
}

async function readNamedTopologies({ topologies }: StoreParts, ids: readonly string[]): Promise<readonly Topology[]> {
  const found = await topologies.find(ids)
  const foundIds = new Set(found.map(({ id }) => id))
  const missing = ids.find((id) => !foundIds.has(id))
  if (missing !== undefined) throw notFound(`topology "${truncateForMessage(missing)}"`)
  return found
}

/**
 * Reads all topologies on one page. With several pages, other clients could save topologies meanwhile, and a topology
 * could be missed.
 */
async function readAllTopologies({ topologies }: StoreParts): Promise<readonly Topology[]> {
  const all = { filters: {}, sort: undefined, page: 1, pageSize: Number.MAX_SAFE_INTEGER }
  return (await topologies.list(all)).items
}

async function makeDocuments(
  { weightPolicies, catalog, redundancyRules }: StoreParts,
  topologies: readonly Topology[],
  stamp: ExportStamp,
): Promise<readonly ExportDocument[]> {
  const tied = await weightPolicies.ofTopologies(topologies.map(({ id }) => id))
  const policies = policiesOfTopologies(topologies, [...tied, ...(await weightPolicies.global())])
  const entries = await catalog.find([...new Set(topologies.map(({ service }) => service))])
  const byService = new Map(entries.map((entry) => [entry.serviceId, entry]))
  const rules = new Map(
    (await redundancyRules.find(topologies.flatMap((topology) => [...resourcesOf(topology)]))).map((rule) => [
      resourceKey(rule),
      rule,
    ]),
  )
  const documents: ExportDocument[] = []
  for (const topology of topologies) {
    const state = {
      topology,
      weightPolicies: policies.get(topology.id) ?? [],
      catalogService: byService.get(topology.service),
      rules: [...resourcesOf(topology)].flatMap((resource) => rules.get(resourceKey(resource)) ?? []),
    }
    documents.push(await runWithPauses(exportDocument(state, stamp)))
    await pause()
  }
  return documents
}

async function auditExports(
  dependencies: Dependencies,
  caller: Caller,
  { audit }: StoreTransaction,
  topologies: readonly Topology[],
): Promise<void> {
  const entries = topologies.map(({ id, name, service }) =>
    auditEntry(dependencies, caller, {
      event: 'service-topology-exported',
      resourceId: id,
      text: `topology ${name} of service ${service} exported`,
    }),
  )
  await audit.append(...entries)
}
