import { pause } from '#platform'
import { type Caller, requireRelationSource } from '../../access/caller.js'
import { listChanges } from '../../change/list-changes.js'
import { LIMITS } from '../../limits.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import { resolveGraph, resourcesOf } from '../../topology/resolve-graph.js'
import { type TopologyImportReport, topologyImportReport } from '../../transfer/import-report.js'
import { planTopologyImport, type TopologyImportPlan, type TransferState } from '../../transfer/plan-topology-import.js'
import type { TopologyDocument } from '../../transfer/read-document.js'
import {
  readTopologyImportOptions,
  type TopologyImportOptions,
  type TopologyImportOptionsInput,
} from '../../transfer/topology-import-options.js'
import { transferChanges } from '../../transfer/transfer-changes.js'
import type { TransferIssue } from '../../transfer/transfer-issue.js'
import { resolveNames } from '../alias/resolve-names.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import type { FileBody } from '../file/read-text.js'
import { runImport } from '../file/run-import.js'
import { requireRoomForRules } from '../redundancy/redundancy-rules.js'
import { countFreeSlots } from '../topology/license-slots.js'
import { applyTopologyImport } from './apply-topology-import.js'
import { parseTopologyFile, receiveTopologyFile } from './read-topology-file.js'

export interface TopologyImport {
  readonly body: FileBody
  /** The size of the body in bytes that the sender declares; `undefined` = unknown. */
  readonly size?: number | undefined
  readonly options: TopologyImportOptionsInput
  /** If true, the import only reports what it would do, and writes nothing. */
  readonly dryRun?: boolean | undefined
  /** If true, the report lists each change, and not only the numbers of changes. */
  readonly changes?: boolean | undefined
}

/**
 * Imports the topologies of a file with their weight policies, catalog entries and redundancy rules, in one transaction
 * (rules.md#topology-import). A dry run and a real import make the same plans. Files are processed one at a time, so
 * that many imports do not slow down other requests.
 *
 * @throws OpsgraphError `invalid` for bad options, and with all issues of an invalid file; `forbidden` if the license
 *   does not allow the new topologies
 */
export async function importTopologies(
  dependencies: Dependencies,
  caller: Caller,
  file: TopologyImport,
): Promise<TopologyImportReport> {
  const { body, size, options: sent = {}, dryRun = false, changes = false } = file
  const options = readTopologyImportOptions(sent)
  const received = await receiveTopologyFile(body, size)
  return await dependencies.fileSemaphores.working.pass(async () => {
    await pause()
    const reading = parseTopologyFile(received, { service: options.service, newId: dependencies.newId })
    const { documents, issues } = await runWithPauses(reading)
    refuseIssues(issues)
    const { plan: plans } = await runImport(dependencies, {
      isDryRun: dryRun,
      locks: ['topologies', 'catalog', 'policies'],
      plan: (parts) => planImport(dependencies, parts, { caller, documents, options }),
      unlicensed: licenseIssues,
      apply: (parts, plans) => applyTopologyImport(dependencies, parts, { caller, plans, mode: options.mode }),
    })
    await pause()
    const report = topologyImportReport(plans, { dryRun })
    return changes ? { ...report, ...listChanges(transferChanges(plans)) } : report
  })
}

interface PlannedFile {
  readonly caller: Caller
  readonly documents: readonly TopologyDocument[]
  readonly options: TopologyImportOptions
}

async function planImport(
  dependencies: Dependencies,
  parts: StoreParts,
  { caller, documents: sent, options }: PlannedFile,
): Promise<readonly TopologyImportPlan[]> {
  const { documents, issues } = await resolveDocuments(parts, sent)
  refuseIssues(issues)
  const state = await readState(dependencies, parts, documents)
  await pause()
  const planning = planTopologyImport(documents, state, { options, newId: dependencies.newId })
  const plans = await runWithPauses(planning)
  refuseIssues(plans.flatMap((plan) => plan.issues.filter(({ code }) => code !== 'licenseLimit')))
  const rules = plans.map((plan) => plan.rules)
  for (const { create, update } of rules) {
    for (const { source } of [...create, ...update.map(({ wanted }) => wanted)]) requireRelationSource(caller, source)
  }
  await requireRoomForRules(
    parts,
    rules.reduce((added, { create, remove }) => added + create.length - remove.length, 0),
  )
  return plans
}

function refuseIssues(issues: readonly TransferIssue[]): void {
  if (issues.length > 0) throw new OpsgraphError('invalid', 'invalid import', issues.slice(0, LIMITS.issues))
}

/**
 * The issues about topologies that the license does not allow. The plans contain no other issues, because {@link
 * planImport} throws if there are any.
 */
function licenseIssues(plans: readonly TopologyImportPlan[]): readonly TransferIssue[] {
  return plans.flatMap(({ issues }) => issues)
}

/**
 * Reads all stored data to which the documents refer. The number of database statements does not depend on the number
 * of documents.
 */
async function readState(
  dependencies: Dependencies,
  parts: StoreParts,
  documents: readonly TopologyDocument[],
): Promise<TransferState> {
  const { catalog, weightPolicies } = parts
  const services = documents.map(({ service }) => service)
  const topologies = await parts.topologies.readByServices(services)
  const topologyIds = new Set(topologies.map(({ id }) => id))
  const ids = documents.flatMap(({ id }) => (id === undefined || topologyIds.has(id) ? [] : [id]))
  const others = await parts.topologies.find(ids)
  const nodeIds = documents.flatMap(({ graph }) => graph.nodes.map(({ id }) => id))
  const sent = documents.flatMap((document) => document.weightPolicies)
  const policies = [
    ...(await weightPolicies.ofTopologies([...topologyIds])),
    ...(await weightPolicies.named(sent.map(({ name }) => name))),
    ...(await weightPolicies.find(sent.flatMap(({ id }) => id ?? []))),
  ]
  const ruled = documents.flatMap(({ graph, rules }) => [
    ...resourcesOf(graph),
    ...(rules ?? []).map(({ rule }) => rule),
  ])
  return {
    topologies,
    takenIds: new Set(others.map(({ id }) => id)),
    takenNodeIds: await parts.topologies.takenNodeIds(nodeIds, null),
    weightPolicies: [...new Map(policies.map((policy) => [policy.id, policy])).values()],
    catalogServices: await catalog.find(services),
    redundancyRules: await parts.redundancyRules.find(ruled),
    freeTopologies: await countFreeSlots(dependencies, parts),
  }
}

/**
 * Replaces aliases in the nodes and the rules of documents (rules.md#aliases-4). The number of statements does not
 * depend on the number of documents.
 *
 * @returns the documents; `issues` if two nodes of a document stand for the same resource
 */
async function resolveDocuments(
  parts: Pick<StoreParts, 'aliases'>,
  documents: readonly TopologyDocument[],
): Promise<{ readonly documents: readonly TopologyDocument[]; readonly issues: readonly TransferIssue[] }> {
  const drawn = documents.flatMap(({ graph, rules }) => [
    ...resourcesOf(graph),
    ...(rules ?? []).map(({ rule }) => rule),
  ])
  const names = await resolveNames(parts, drawn)
  if (names.isEmpty) return { documents, issues: [] }
  const found: TransferIssue[] = []
  const resolved = documents.map((document) => {
    const { graph, issues } = resolveGraph(document.graph, names)
    found.push(...issues.map((issue) => ({ ...issue, path: `${document.at}${issue.path}` })))
    const rules = document.rules?.map((sent) => ({ ...sent, rule: names.resource(sent.rule) })) ?? null
    return { ...document, graph: graph ?? document.graph, rules }
  })
  return { documents: resolved, issues: found }
}
