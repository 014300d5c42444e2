import type { Alert, Opsgraph, PagedList } from '@opsgraph/core'
import { compileImpact, isActive } from '@opsgraph/core/pure'
import { compareCreation, inRankOrder } from '@opsgraph/core/store'
import type { NaiveRule, NaiveService, NaiveState } from './naive-impact/state.js'
import { admin } from './stage.js'

const LARGEST_PAGE = 1_000

/** Reads the state for the naive model. The active alerts are in the order of their creation. */
export async function storedState(opsgraph: Opsgraph): Promise<NaiveState> {
  const stored = await everyPage((request) => opsgraph.listAlerts(admin, request))
  const alerts = stored.filter(({ status }) => isActive(status)).toSorted(compareCreation)
  return {
    alerts,
    parents: await rankedParents(opsgraph),
    services: await services(opsgraph, alerts),
    rules: (await everyPage((request) => opsgraph.listRedundancyRules(admin, request))) as readonly NaiveRule[],
  }
}

// Helpers

async function rankedParents(opsgraph: Opsgraph): Promise<NaiveState['parents']> {
  const relations = await everyPage((request) => opsgraph.listRelations(admin, request))
  const parents = new Map<string, Map<string, string[]>>()
  for (const { environment, resource, parent } of inRankOrder(relations, 'parent')) {
    const local = parents.get(environment) ?? new Map<string, string[]>()
    parents.set(environment, local.set(resource, [...(local.get(resource) ?? []), parent]))
  }
  return parents
}

async function services(opsgraph: Opsgraph, alerts: readonly Alert[]): Promise<readonly NaiveService[]> {
  const topologies = await everyPage((request) => opsgraph.listTopologies(admin, request))
  const entries = await everyPage((request) => opsgraph.listCatalogServices(admin, request))
  const names = [topologies, alerts].flatMap((each) => each.flatMap(({ service }) => service))
  return [...new Set([...names, ...entries.map(({ serviceId }) => serviceId)])].map((service) => {
    const entry = entries.find(({ serviceId }) => serviceId === service)
    return {
      service,
      name: entry?.name ?? service,
      owner: entry?.owner ?? '',
      runbook: entry?.runbook ?? '',
      topology: topologies.find((topology) => topology.service === service),
      accepts: entry === undefined ? () => true : compileImpact(entry.alertImpact),
    }
  })
}

async function everyPage<T>(
  list: (request: { readonly page: number; readonly pageSize: number }) => Promise<PagedList<T>>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { items, more } = await list({ page, pageSize: LARGEST_PAGE })
    found.push(...items)
    if (!more) return found
  }
}
