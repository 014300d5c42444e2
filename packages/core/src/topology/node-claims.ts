import { z } from 'zod'
import { isJson, isObject, isSameJson, type JsonObject, type JsonValue } from '../json-value.js'
import { bodyFault } from '../schema/body-error.js'
import { define, JSON_OBJECT, NAME, readOnly } from '../schema/field.js'
import { readBody } from '../schema/read-body.js'
import type { DrawnNode, Graph, Node, NodeClaim } from './graph.js'

type ClaimedNode = Pick<Node, 'kind' | 'params' | 'claims'>

/** All claims of a node, the first one first. Service nodes have none. */
export function claimsOfNode({ kind, params, claims }: ClaimedNode): readonly NodeClaim[] {
  if (kind === 'service') return NO_CLAIMS
  if (claims !== undefined) return claims
  const own = impliedClaim(params)
  return own === undefined ? NO_CLAIMS : [own]
}

const NO_CLAIMS: readonly NodeClaim[] = []

/**
 * The only claim of a node that stores no claims: that of the CMDB that created the node, which states what the node
 * shows. Most imported nodes have only this claim, so claims take no space, and nodes of earlier releases have it too.
 */
function impliedClaim({ cmdbSource, type, attributes }: JsonObject): NodeClaim | undefined {
  if (typeof cmdbSource !== 'string') return undefined
  const stated = isObject(attributes) ? (attributes as JsonObject) : {}
  return { source: cmdbSource, ...(type !== undefined && { type }), attributes: stated }
}

/** The node with these claims. It stores them only if they do not follow from its `params`. */
export function withClaims<N extends ClaimedNode>(node: N, claims: readonly NodeClaim[]): N {
  const { claims: _, ...bare } = node
  const implied = claimsOfNode(bare)
  const isImplied =
    node.kind === 'service' ||
    (claims.length === implied.length && claims.every((claim, at) => isSameClaim(claim, implied[at] as NodeClaim)))
  return (isImplied ? bare : { ...bare, claims }) as N
}

function isSameClaim(one: NodeClaim, other: NodeClaim): boolean {
  return one.source === other.source && isSame(one.type, other.type) && isSameJson(one.attributes, other.attributes)
}

/** True if two values are equal JSON, or both missing. */
export function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && isSameJson(one, other))
}

/**
 * The claims of a stored node that a caller draws again. They stay, whatever the caller sends. If the caller names
 * another creator in `params.cmdbSource`, the claim of this creator takes the place of that of the former one.
 */
export function withKeptClaims<N extends ClaimedNode>(drawn: N, stored: Node): N {
  const kept = claimsOfNode(stored)
  const named = impliedClaim(drawn.params)
  if (named === undefined || kept.some(({ source }) => source === named.source)) return withClaims(drawn, kept)
  return withClaims(drawn, [named, ...kept.filter(({ source }) => source !== stored.params.cmdbSource)])
}

/** A graph from a caller, in which each node has the claims of the stored node with the same id. */
export function graphWithKeptClaims<G extends Pick<Graph, 'nodes'>>(graph: G, stored: Pick<Graph, 'nodes'>): G {
  const byId = new Map(stored.nodes.map((node) => [node.id, node]))
  const nodes = graph.nodes.map((node) => {
    const before = byId.get(node.id)
    return before === undefined ? node : withKeptClaims(node, before)
  })
  return { ...graph, nodes }
}

/** A graph as answers show it: `params.claims` has the names of the sources, and nothing else shows the claims. */
export function withShownClaims<G extends Pick<Graph, 'nodes'>>(graph: G): G {
  return { ...graph, nodes: graph.nodes.map(shown) }
}

function shown(node: Node): Node {
  const claims = claimsOfNode(node)
  if (claims.length === 0 && node.claims === undefined) return node
  const { claims: _, ...bare } = node
  if (claims.length === 0) return bare
  return { ...bare, params: { ...node.params, claims: claims.map(({ source }) => source) } }
}

/** `params` from a caller. The server sets `claims`, so what the caller sends there is dropped. */
export function withoutShownClaims(params: JsonObject): JsonObject {
  if (!Object.hasOwn(params, 'claims')) return params
  const { claims: _, ...others } = params
  return others
}

/** The claims of a node in a snapshot. */
export const NODE_CLAIMS = /* @__PURE__ */ define(() =>
  readOnly(
    z.array(
      z.strictObject({
        source: NAME,
        type: z
          .unknown()
          .refine((value) => isJson(value), 'must be plain JSON')
          .optional()
          .meta({ description: 'The type that it states; missing = none' }),
        attributes: JSON_OBJECT.refine((value) => isJson(value), 'must be an object of plain JSON').meta({
          description: 'The attributes that it states',
        }),
      }),
    ),
  ),
)

/**
 * The nodes of a snapshot with their claims.
 *
 * @param sent the nodes as they are in the snapshot, in the same order
 * @throws OpsgraphError `invalid` with a fault of the claims
 */
export function withStoredClaims(nodes: readonly DrawnNode[], sent: unknown): readonly DrawnNode[] {
  if (!Array.isArray(sent)) return nodes
  return nodes.map((node, at) => {
    const body: unknown = sent[at]
    if (!isObject(body) || body.claims === undefined) return node
    const path = `nodes[${at}].claims`
    const claims = readBody(NODE_CLAIMS, body.claims, path) as readonly NodeClaim[]
    const sources = new Set(claims.map(({ source }) => source))
    if (sources.size < claims.length) throw bodyFault(path, 'must not have the same source twice')
    return withClaims(node, claims)
  })
}
