import type { Node } from '../topology/node.js'
import type { NodeName } from './change.js'

/** @param node may have more fields than a name; they are left out */
export function nodeNameOf({ kind, environment, label }: NodeName): NodeName {
  return { kind, environment, label }
}

/** The names of nodes by id, for the ends of edges between them. The index is built on first use. */
export function namesOf(nodes: readonly Node[]): (id: string) => NodeName {
  let byId: ReadonlyMap<string, Node> | undefined
  return (id) => {
    byId ??= new Map(nodes.map((node) => [node.id, node]))
    return nodeNameOf(byId.get(id) as Node)
  }
}
