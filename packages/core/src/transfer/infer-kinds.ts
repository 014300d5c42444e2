import { isObject, ownValue } from '../json-value.js'
import { normalizeName } from '../name.js'
import { NODE_KINDS, type NodeKind } from '../topology/node.js'

type Raw = Readonly<Record<string, unknown>>

/**
 * Adds the missing kinds to the nodes of an editor export. The rules for graphs allow only one choice: the node without
 * a parent is the service, its children are environments, all other nodes are resources. If a node has a kind in the
 * file, in the field `kind` or `type`, this kind does not change. Malformed input is not changed, because `readGraph`
 * reports it.
 *
 * @param service the name of the service. If several nodes have no parent, the node with this label is the service node
 */
export function inferKinds(nodes: unknown, edges: unknown, service: unknown): unknown {
  if (!Array.isArray(nodes) || nodes.every((node) => kindOf(node) !== undefined)) return nodes
  const joined = edgesOf(edges)
  const targets = new Set(joined.map(({ target }) => target))
  const isService = (node: unknown) => kindOf(node) === 'service'
  const roots = nodes.filter((node): node is Raw => isObject(node) && !targets.has(ownValue(node, 'id')))
  const serviceNode = nodes.find(isService) ?? roots.find((node) => isLabeled(node, service)) ?? roots[0]
  const serviceId = isObject(serviceNode) ? ownValue(serviceNode, 'id') : undefined
  const below = new Set(joined.flatMap(({ source, target }) => (source === serviceId ? [target] : [])))
  return nodes.map((node: unknown) => {
    if (!isObject(node)) return node
    const kind = kindOf(node) ?? (node === serviceNode ? 'service' : placeKind(below.has(ownValue(node, 'id'))))
    return { ...node, kind }
  })
}

function placeKind(isBelowService: boolean): NodeKind {
  return isBelowService ? 'environment' : 'resource'
}

/** The kind in the file; `undefined` if the kind must be inferred. */
function kindOf(node: unknown): unknown {
  if (!isObject(node)) return null
  const type = ownValue(node, 'type')
  return ownValue(node, 'kind') ?? NODE_KINDS.find((kind) => kind === type)
}

function isLabeled(node: Raw, service: unknown): boolean {
  const label = ownValue(node, 'label')
  return typeof label === 'string' && typeof service === 'string' && normalizeName(label) === normalizeName(service)
}

function edgesOf(edges: unknown): readonly { readonly source: unknown; readonly target: unknown }[] {
  if (!Array.isArray(edges)) return []
  return edges.filter(isObject).map((edge) => ({ source: ownValue(edge, 'source'), target: ownValue(edge, 'target') }))
}
