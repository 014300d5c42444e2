import { addToList, addToSet } from '../group-by.js'
import type { ResourceKey } from '../relation/relation.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { WorkBudget } from './work-budget.js'

/** Finds which of several topologies have a node for a resource. */
export class TopologyIndex {
  readonly #topologies: readonly NodeLookup[]
  readonly #byEnvironment = new Map<string, DrawnResources>()
  #environmentsOf: EnvironmentsByResource | undefined

  constructor(topologies: readonly NodeLookup[]) {
    this.#topologies = topologies
  }

  /** The environments in which at least one resource has a node. */
  get environments(): ReadonlySet<string> {
    return new Set(this.#topologies.flatMap(({ environments }) => [...environments]))
  }

  /** The environments in which each resource has a node. Yields now and then. */
  *environmentsOf(): Generator<undefined, EnvironmentsByResource> {
    if (this.#environmentsOf !== undefined) return this.#environmentsOf
    const found = new Map<string, Set<string>>()
    const budget = new WorkBudget()
    for (const { environment, resource } of this.#drawn()) {
      addToSet(found, resource, environment)
      if (budget.isSpentBy(1)) yield
    }
    this.#environmentsOf = found
    return found
  }

  *#drawn(): Generator<ResourceKey> {
    for (const topology of this.#topologies) {
      for (const environment of topology.environments) {
        for (const resource of topology.resourcesOf(environment)) yield { environment, resource }
      }
    }
  }

  /** The resources of an environment that have a node. */
  drawnIn(environment: string): DrawnResources {
    const cached = this.#byEnvironment.get(environment)
    if (cached !== undefined) return cached
    const found = new Map<string, NodeLookup[]>()
    for (const topology of this.#topologies) {
      for (const resource of topology.resourcesOf(environment)) addToList(found, resource, topology)
    }
    this.#byEnvironment.set(environment, found)
    return found
  }
}

/** The topologies that have a node for a resource, by the name of the resource. */
export type DrawnResources = ReadonlyMap<string, readonly NodeLookup[]>

/** The environments in which a resource has a node, by the name of the resource. */
export type EnvironmentsByResource = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The node on which a topology shows a failed resource, and the path to it (rules.md#root-causes-9;
 * rules.md#root-causes-10).
 */
export interface NodePath {
  /**
   * `null` = there is no topology, or it has no node for the resource, for an ancestor of the resource or for the
   * environment.
   */
  readonly nodeId: string | null
  /** The names from the failed resource to the resource of the node, both included. */
  readonly path: readonly string[]
}
