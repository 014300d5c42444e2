import type { Node } from '../topology/node.js'
import type { NodeEnd } from './topology-changes.js'

/**
 * An environment in a topology: the environment node, and the nodes of its resources. The keys of `resources` are the
 * names of the resources.
 */
export interface Place {
  readonly node: NodeEnd
  readonly resources: Map<string, NodeEnd>
}

/** Finds stored and new nodes of a topology during planning. */
export class TopologyPlaces {
  readonly #places = new Map<string, Place>()

  constructor(nodes: readonly Node[]) {
    for (const node of nodes) if (node.kind === 'environment') this.add(node.label, node)
    for (const node of nodes) if (node.resource !== null) this.of(node.environment)?.resources.set(node.resource, node)
  }

  of(environment: string | null): Place | undefined {
    return environment === null ? undefined : this.#places.get(environment)
  }

  add(environment: string, node: NodeEnd): Place {
    const place = { node, resources: new Map<string, NodeEnd>() }
    this.#places.set(environment, place)
    return place
  }
}
