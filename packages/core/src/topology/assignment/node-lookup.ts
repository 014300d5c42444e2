import { groupBy } from '../../group-by.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { Graph } from '../graph.js'

/** The names of the resources whose nodes are directly above a node; `undefined` stands for an environment node. */
type ParentResources = readonly (string | undefined)[]

/** Finds the node ids of environments and resources, and the resources that a topology draws above a resource. */
export class NodeLookup {
  readonly #environments = new Map<string, string>()
  readonly #resources = new Map<string, Map<string, string>>()
  readonly #edges: Graph['edges']
  /** The parents of each resource node, by node id; `undefined` until they are first needed. */
  #parents: ReadonlyMap<string, ParentResources> | undefined

  constructor({ nodes, edges }: Graph) {
    this.#edges = edges
    for (const { id, kind, environment, resource } of nodes) {
      if (environment === null) continue
      if (kind === 'environment') this.#environments.set(environment, id)
      if (resource !== null) this.#idsOf(environment).set(resource, id)
    }
  }

  /** The id of the node of an environment. */
  environment(environment: string): string | undefined {
    return this.#environments.get(environment)
  }

  /** The id of the node of a resource. */
  resource({ environment, resource }: ResourceKey): string | undefined {
    return this.#resources.get(environment)?.get(resource)
  }

  /** The names of the resources whose nodes are directly above the node of a resource. */
  above(key: ResourceKey): readonly string[] {
    return this.#parentsOf(key).filter((name) => name !== undefined)
  }

  /** True if the node of a resource is directly below the node of its environment. */
  isHighest(key: ResourceKey): boolean {
    return this.#parentsOf(key).includes(undefined)
  }

  /** The names of the resources of an environment that have a node. */
  resourcesOf(environment: string): Iterable<string> {
    return this.#resources.get(environment)?.keys() ?? []
  }

  /** The environments in which resources have nodes. */
  get environments(): Iterable<string> {
    return this.#resources.keys()
  }

  /** True if any resource of the environment has a node. */
  hasResources(environment: string): boolean {
    return this.#resources.has(environment)
  }

  #parentsOf(key: ResourceKey): ParentResources {
    this.#parents ??= this.#findParents()
    return this.#parents.get(this.resource(key) ?? '') ?? []
  }

  #findParents(): ReadonlyMap<string, ParentResources> {
    const names = new Map([...this.#resources.values()].flatMap((ids) => Array.from(ids, ([name, id]) => [id, name])))
    const above = groupBy(this.#edges, (edge) => edge.target)
    return new Map(Array.from(above, ([target, edges]) => [target, edges.map(({ source }) => names.get(source))]))
  }

  #idsOf(environment: string): Map<string, string> {
    const existing = this.#resources.get(environment)
    if (existing !== undefined) return existing
    const resources = new Map<string, string>()
    this.#resources.set(environment, resources)
    return resources
  }
}
