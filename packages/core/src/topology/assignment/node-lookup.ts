import { groupBy } from '../../group-by.js'
import type { ResourceKey } from '../../relation/relation.js'
import type { Graph } from '../graph.js'

/** The resources of the nodes directly above a node; `undefined` = the node of an environment. */
type Parents = readonly (string | undefined)[]

/** Finds the id of the node of an environment or of a resource, and the resources that a topology draws above another. */
export class NodeLookup {
  readonly #environments = new Map<string, string>()
  readonly #resources = new Map<string, Map<string, string>>()
  readonly #edges: Graph['edges']
  /** By the id of the node; `undefined` = nobody has asked yet. */
  #above: ReadonlyMap<string, Parents> | undefined

  constructor({ nodes, edges }: Graph) {
    this.#edges = edges
    for (const { id, kind, environment, resource } of nodes) {
      if (environment === null) continue
      if (kind === 'environment') this.#environments.set(environment, id)
      if (resource !== null) this.#idsOf(environment).set(resource, id)
    }
  }

  /** The id of the environment's node. */
  environment(environment: string): string | undefined {
    return this.#environments.get(environment)
  }

  /** The id of the resource's node. */
  resource({ environment, resource }: ResourceKey): string | undefined {
    return this.#resources.get(environment)?.get(resource)
  }

  /** The names of the resources whose nodes are directly above the node of a resource. */
  above(key: ResourceKey): readonly string[] {
    return this.#parentsOf(key).filter((name) => name !== undefined)
  }

  /** True if a node of another kind is directly above the node of a resource: the node of its environment. */
  isHighest(key: ResourceKey): boolean {
    return this.#parentsOf(key).includes(undefined)
  }

  /** The names of the resources of an environment that have a node. */
  resourcesOf(environment: string): Iterable<string> {
    return this.#resources.get(environment)?.keys() ?? []
  }

  /** The environments of the resources that have a node. */
  get environments(): Iterable<string> {
    return this.#resources.keys()
  }

  /** True if any resource of the environment has a node. */
  holdsResources(environment: string): boolean {
    return this.#resources.has(environment)
  }

  #parentsOf(key: ResourceKey): Parents {
    this.#above ??= this.#findParents()
    return this.#above.get(this.resource(key) ?? '') ?? []
  }

  #findParents(): ReadonlyMap<string, Parents> {
    const names = new Map([...this.#resources.values()].flatMap((ids) => Array.from(ids, ([name, id]) => [id, name])))
    const above = groupBy(this.#edges, (edge) => edge.target)
    return new Map(Array.from(above, ([target, edges]) => [target, edges.map(({ source }) => names.get(source))]))
  }

  #idsOf(environment: string): Map<string, string> {
    const known = this.#resources.get(environment)
    if (known !== undefined) return known
    const resources = new Map<string, string>()
    this.#resources.set(environment, resources)
    return resources
  }
}
