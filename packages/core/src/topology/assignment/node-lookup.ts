import type { ResourceKey } from '../../relation/relation.js'
import type { Graph } from '../graph.js'

/** Finds the id of the node of an environment or of a resource. */
export class NodeLookup {
  readonly #environments = new Map<string, string>()
  readonly #resources = new Map<string, Map<string, string>>()

  constructor({ nodes }: Graph) {
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

  #idsOf(environment: string): Map<string, string> {
    const known = this.#resources.get(environment)
    if (known !== undefined) return known
    const resources = new Map<string, string>()
    this.#resources.set(environment, resources)
    return resources
  }
}
