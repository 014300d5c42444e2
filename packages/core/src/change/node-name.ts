import type { Node } from '../topology/node.js'
import type { NodeName } from './change.js'

/** Returns only the fields that name a node. The argument may be a whole node. */
export function nodeNameOf({ kind, environment, label }: NodeName): NodeName {
  return { kind, environment, label }
}

/**
 * Returns a function that finds the name of a node by its id. Callers use this function to name the two ends of an
 * edge. At its first call, the returned function builds an index of the nodes.
 */
export function namesOf(nodes: readonly Node[]): (id: string) => NodeName {
  let byId: ReadonlyMap<string, Node> | undefined
  return (id) => {
    byId ??= new Map(nodes.map((node) => [node.id, node]))
    return nodeNameOf(byId.get(id) as Node)
  }
}
