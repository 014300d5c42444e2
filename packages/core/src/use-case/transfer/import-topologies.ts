import type { Caller } from '../../access/caller.js'
import { LIMITS } from '../../limits.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreParts } from '../../port/store.js'
import { type TopologyImportReport, topologyImportReport } from '../../transfer/import-report.js'
import { planTopologyImport, type TopologyImportPlan, type TransferState } from '../../transfer/plan-topology-import.js'
import type { TopologyDocument } from '../../transfer/topology-document.js'
import { readTopologyImportOptions } from '../../transfer/topology-import-options.js'
import type { TransferIssue } from '../../transfer/transfer-issue.js'
import type { FileBody } from '../file/read-text.js'
import { freeSlots, noFreeSlot } from '../topology/license-slots.js'
import { applyTopologyImport } from './apply-topology-import.js'
import { readTopologyFile } from './read-topology-file.js'

export interface TopologyImport {
  readonly body: FileBody
  /** Bytes that the body is said to have, when that is known before it is read. */
  readonly size?: number | undefined
  /** `mode`, `positions` and `service`, as they were sent. */
  readonly options?: unknown
  /** Plans only: the previews are the same, nothing is written. */
  readonly dryRun?: boolean | undefined
}

/**
 * Imports the topologies of a file, with their weight policies and catalog entries: all of them in one transaction, or
 * nothing (api.md, POST /api/service_topology/import). Preview and import are made from the same plans.
 *
 * @throws OpsgraphError `invalid` for bad options, and with all issues of an invalid file; `forbidden` when the license
 *   does not allow the topologies that are new
 */
export async function importTopologies(
  dependencies: Dependencies,
  caller: Caller,
  { body, size, options: sent = {}, dryRun = false }: TopologyImport,
): Promise<TopologyImportReport> {
  const { store, newId } = dependencies
  const options = readTopologyImportOptions(sent)
  const { documents, issues } = await readTopologyFile(body, { size, service: options.service, newId })
  refuse(issues)
  const planOn = async (parts: StoreParts) => {
    const state = await readState(dependencies, parts, documents)
    const plans = planTopologyImport(documents, state, { options, newId })
    refuse(plans.flatMap((plan) => plan.issues.filter(({ code }) => code !== 'licenseLimit')))
    return plans
  }
  if (dryRun) return topologyImportReport(await store.snapshot(planOn), { dryRun })
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    await parts.lock('catalog')
    await parts.lock('policies')
    const plans = await planOn(parts)
    requireSlots(dependencies, plans)
    await applyTopologyImport(dependencies, parts, { caller, plans, mode: options.mode })
    return topologyImportReport(plans, { dryRun })
  })
}

function refuse(issues: readonly TransferIssue[]): void {
  if (issues.length > 0) throw new OpsgraphError('invalid', 'invalid import', issues.slice(0, LIMITS.issues))
}

function requireSlots(dependencies: Dependencies, plans: readonly TopologyImportPlan[]): void {
  const overLimit = plans.flatMap(({ issues }) => issues)
  if (overLimit.length > 0) throw noFreeSlot(dependencies, overLimit)
}

/** What is stored of all that the documents speak of; the number of statements does not depend on theirs. */
async function readState(
  dependencies: Dependencies,
  parts: StoreParts,
  documents: readonly TopologyDocument[],
): Promise<TransferState> {
  const { catalog, weightPolicies } = parts
  const services = documents.map(({ service }) => service)
  const topologies = await parts.topologies.readByServices(services)
  const own = new Set(topologies.map(({ id }) => id))
  const ids = documents.flatMap(({ id }) => (id === undefined || own.has(id) ? [] : [id]))
  const others = await parts.topologies.find(ids)
  const nodeIds = documents.flatMap(({ graph }) => graph.nodes.map(({ id }) => id))
  const sent = documents.flatMap((document) => document.weightPolicies)
  const policies = [
    ...(await weightPolicies.ofTopologies([...own])),
    ...(await weightPolicies.named(sent.map(({ name }) => name))),
    ...(await weightPolicies.find(sent.flatMap(({ id }) => id ?? []))),
  ]
  return {
    topologies,
    takenIds: new Set(others.map(({ id }) => id)),
    takenNodeIds: await parts.topologies.takenNodeIds(nodeIds, null),
    weightPolicies: [...new Map(policies.map((policy) => [policy.id, policy])).values()],
    catalogServices: await catalog.find(services),
    freeTopologies: await freeSlots(dependencies, parts),
  }
}
