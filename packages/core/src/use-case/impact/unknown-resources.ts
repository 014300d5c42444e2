import { pause } from '#platform'
import type { AncestorWalk } from '../../impact/ancestor-walk.js'
import type { Failures } from '../../impact/failures.js'
import { MAX_NEAR_READ, NearNames, type UnknownResource } from '../../impact/near-names.js'
import type { ServiceTopology } from '../../impact/service-impact.js'
import type { StoreSnapshot } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'

/**
 * The process can do other work after this many names of nodes and alerts were compared, which takes a few
 * milliseconds.
 */
const NAMES_AT_ONCE = 2_000
/** The process can do other work after this many resources were looked up in all topologies. */
const RESOURCES_AT_ONCE = 50

/** The data with which the names of failed resources are compared. */
export interface StoredNames {
  /** The complete walk from the failed resources up to their ancestors. */
  readonly ways: AncestorWalk
  readonly topologies: Iterable<ServiceTopology>
  /** Reads the resources of the active alerts. Called only if a failed resource is unknown. */
  readonly readAlerting: () => Promise<Iterable<ResourceKey>>
}

/**
 * Finds the failed resources that no relation, node or alert names, with stored resources that have near names
 * (rules.md#simulated-failures-4). Costs no statement if every resource has a parent or a node.
 */
export async function findUnknownResources(
  { relations, alerts }: StoreSnapshot,
  { environment, resources }: Failures,
  { ways, topologies, readAlerting }: StoredNames,
): Promise<readonly UnknownResource[]> {
  const all = [...topologies]
  const hasNode = (resource: string) => all.some(({ nodes }) => nodes.resource({ environment, resource }) !== undefined)
  const without: string[] = []
  for (const [index, name] of resources.entries()) {
    if (index % RESOURCES_AT_ONCE === RESOURCES_AT_ONCE - 1) await pause()
    if (!hasParent(ways, name) && !hasNode(name)) without.push(name)
  }
  if (without.length === 0) return []
  const related = new Set(await relations.known(environment, without))
  const lone = without.filter((name) => !related.has(name))
  if (lone.length === 0) return []
  const alerting = new Set(await alerts.known(environment, lone))
  const near = new NearNames(
    environment,
    lone.filter((name) => !alerting.has(name)),
  )
  const { like } = near
  if (like.names.length === 0) return []
  for (const candidate of await relations.namedLike(like, MAX_NEAR_READ)) near.offer(candidate)
  await offerAll(near, drawnResources(all))
  await offerAll(near, await readAlerting())
  return near.resources
}

function hasParent(ways: AncestorWalk, resource: string): boolean {
  const node = ways.numberOf(resource)
  return node !== undefined && (ways.parents[node]?.length ?? 0) > 0
}

async function offerAll(near: NearNames, candidates: Iterable<ResourceKey>): Promise<void> {
  let offered = 0
  for (const { environment, resource } of candidates) {
    near.offer({ environment, resource })
    if (++offered % NAMES_AT_ONCE === 0) await pause()
  }
}

function* drawnResources(topologies: readonly ServiceTopology[]): Generator<ResourceKey> {
  for (const { nodes } of topologies) {
    for (const environment of nodes.environments) {
      for (const resource of nodes.resourcesOf(environment)) yield { environment, resource }
    }
  }
}
