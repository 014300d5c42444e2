import type { NodeLookup } from '../topology/assignment/node-lookup.js'

/** Finds which of several topologies have a node for a resource. */
export class TopologyIndex {
  readonly #topologies: readonly (NodeLookup | undefined)[]
  readonly #byResource = new Map<string, ReadonlyMap<string, readonly number[]>>()

  constructor(topologies: readonly (NodeLookup | undefined)[]) {
    this.#topologies = topologies
  }

  /** For each resource of an environment: the indexes of the topologies that have a node for it. */
  of(environment: string): ReadonlyMap<string, readonly number[]> {
    const known = this.#byResource.get(environment)
    if (known !== undefined) return known
    const found = new Map<string, number[]>()
    for (const [index, topology] of this.#topologies.entries()) {
      for (const resource of topology?.resourcesOf(environment) ?? []) {
        const indexes = found.get(resource)
        if (indexes === undefined) found.set(resource, [index])
        else indexes.push(index)
      }
    }
    this.#byResource.set(environment, found)
    return found
  }
}
