import type { Node } from '../topology/node.js'
import type { NodeName } from './change.js'

/** @param node may have more fields than a name; the result does not contain them */
export function nodeNameOf({ kind, environment, label }: NodeName): NodeName {
  return { kind, environment, label }
}

/**
 * Returns a function that finds a node's name by its id, used for the ends of edges. The index is built on the first
 * call.
 */
export function namesOf(nodes: readonly Node[]): (id: string) => NodeName {
  let byId: ReadonlyMap<string, Node> | undefined
  return (id) => {
    byId ??= new Map(nodes.map((node) => [node.id, node]))
    return nodeNameOf(byId.get(id) as Node)
  }
}
