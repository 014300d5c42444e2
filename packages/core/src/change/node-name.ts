import type { Node } from '../topology/node.js'
import type { NodeName } from './change.js'

/** @param node with more than its name, which is left out */
export function nodeNameOf({ kind, environment, label }: NodeName): NodeName {
  return { kind, environment, label }
}

/** The names of nodes by their ids, for the ends of edges between them. They are indexed when the first one is asked for. */
export function namesOf(nodes: readonly Node[]): (id: string) => NodeName {
  let byId: ReadonlyMap<string, Node> | undefined
  return (id) => {
    byId ??= new Map(nodes.map((node) => [node.id, node]))
    return nodeNameOf(byId.get(id) as Node)
  }
}
