import { pause } from '#platform'
import { groupBy } from '../../group-by.js'
import type { ServiceTopology } from '../../impact/service-impact.js'
import type { StoreParts } from '../../port/store.js'
import type { TopologyHeading } from '../../port/topology-store.js'
import { NodeLookup } from '../../topology/assignment/node-lookup.js'
import { byPrecedence } from '../../topology/topology.js'

/** After a topology with more nodes than this, the process can do other work. */
const MANY_NODES = 500

/**
 * Caches the {@link NodeLookup} of each topology, so that only changed topologies are read again. The `updateTime` of a
 * topology identifies its version.
 */
export class TopologyCache {
  /** The version of all topologies (`TopologyStore.version`) when they were last read. */
  #version: string | undefined
  #cached: ReadonlyMap<string, CachedTopology> = new Map()
  #byService: ReadonlyMap<string, ServiceTopology> = new Map()

  /**
   * Returns the topology of each service that has one, keyed by service. If nothing has changed since the last call,
   * returns the same map object. Costs one statement if nothing has changed, otherwise at most three.
   */
  async topologies({ topologies }: Pick<StoreParts, 'topologies'>): Promise<ReadonlyMap<string, ServiceTopology>> {
    // The version is read before the data. If later statements see newer data, the version is older than the data, and
    // the next call reads the data again.
    const version = await topologies.version?.()
    if (version !== undefined && version === this.#version) return this.#byService
    const headings = firstOfEachService(await topologies.headings({}))
    // Another call can replace `#cached` while this call reads topologies, so this call keeps its own reference.
    const before = this.#cached
    const changed = headings.filter(({ id, updateTime }) => before.get(id)?.updateTime !== updateTime)
    if (changed.length === 0 && headings.length === before.size) {
      this.#version = version
      return this.#byService
    }
    const read = await topologies.find(changed.map(({ id }) => id))
    const anew = new Map<string, NodeLookup>()
    for (const topology of read) {
      anew.set(topology.id, new NodeLookup(topology))
      if (topology.nodes.length > MANY_NODES) await pause()
    }
    const cached = headings.flatMap(({ id, service, updateTime }) => {
      const nodes = anew.get(id) ?? before.get(id)?.topology.nodes
      return nodes === undefined ? [] : [{ service, updateTime, topology: { id, nodes } }]
    })
    this.#version = version
    this.#cached = new Map(cached.map((each) => [each.topology.id, each]))
    this.#byService = new Map(cached.map(({ service, topology }) => [service, topology]))
    return this.#byService
  }
}

interface CachedTopology {
  readonly updateTime: string
  readonly topology: ServiceTopology
}

function firstOfEachService(headings: readonly TopologyHeading[]): readonly TopologyHeading[] {
  return [...groupBy(headings, ({ service }) => service).values()].flatMap(
    (same) => same.toSorted(byPrecedence)[0] ?? [],
  )
}
