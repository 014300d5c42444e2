import { z } from 'zod'
import { isJson, isObject, isSameJson, type JsonObject, type JsonValue } from '../json-value.js'
import { bodyFault } from '../schema/body-error.js'
import { define, JSON_OBJECT, NAME, readOnlyList } from '../schema/field.js'
import { readBody } from '../schema/read-body.js'
import type { DrawnNode, Graph, Node, NodeClaim } from './graph.js'

type ClaimedNode = Pick<Node, 'kind' | 'params' | 'claims'>

/** All claims of a node, the oldest first. Service nodes have none. */
export function claimsOfNode({ kind, params, claims }: ClaimedNode): readonly NodeClaim[] {
  if (kind === 'service') return NO_CLAIMS
  if (claims !== undefined) return claims
  const own = impliedClaim(params)
  return own === undefined ? NO_CLAIMS : [own]
}

const NO_CLAIMS: readonly NodeClaim[] = []

/**
 * The claim of a node that stores no claims: the CMDB that created the node declares the type and attributes that the
 * node shows. Most imported nodes have only this claim, so their claims need no space. Nodes of earlier releases have
 * it too.
 */
function impliedClaim({ cmdbSource, type, attributes }: JsonObject): NodeClaim | undefined {
  if (typeof cmdbSource !== 'string') return undefined
  const declaredAttributes = isObject(attributes) ? (attributes as JsonObject) : {}
  return { source: cmdbSource, ...(type !== undefined && { type }), attributes: declaredAttributes }
}

/** Gives a node its claims. They are stored only if they do not follow from the `params` of the node. */
export function withClaims<N extends ClaimedNode>(node: N, claims: readonly NodeClaim[]): N {
  const { claims: _, ...bare } = node
  const implied = claimsOfNode(bare)
  const isImplied =
    node.kind === 'service' ||
    (claims.length === implied.length && claims.every((claim, at) => isSameClaim(claim, implied[at] as NodeClaim)))
  return (isImplied ? bare : { ...bare, claims }) as N
}

function isSameClaim(one: NodeClaim, other: NodeClaim): boolean {
  return (
    one.source === other.source && isSameValue(one.type, other.type) && isSameJson(one.attributes, other.attributes)
  )
}

/** True if two values are equal JSON, or both missing. */
export function isSameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && isSameJson(one, other))
}

/**
 * Gives a node that a caller sends the claims of the stored node. If the caller names another creator in
 * `params.cmdbSource`, the claim of this creator replaces the claim of the former one.
 */
export function keepClaims<N extends ClaimedNode>(drawn: N, stored: Node): N {
  const storedClaims = claimsOfNode(stored)
  const named = impliedClaim(drawn.params)
  if (named === undefined || storedClaims.some(({ source }) => source === named.source))
    return withClaims(drawn, storedClaims)
  return withClaims(drawn, [named, ...storedClaims.filter(({ source }) => source !== stored.params.cmdbSource)])
}

/** Gives each node of a graph from a caller the claims of the stored node with the same id. */
export function keepGraphClaims<G extends Pick<Graph, 'nodes'>>(graph: G, stored: Pick<Graph, 'nodes'>): G {
  const byId = new Map(stored.nodes.map((node) => [node.id, node]))
  const nodes = graph.nodes.map((node) => {
    const before = byId.get(node.id)
    return before === undefined ? node : keepClaims(node, before)
  })
  return { ...graph, nodes }
}

/** Converts the claims of a graph to the form that answers have: the names of the sources in `params.claims`. */
export function showClaims<G extends Pick<Graph, 'nodes'>>(graph: G): G {
  return { ...graph, nodes: graph.nodes.map(showNodeClaims) }
}

function showNodeClaims(node: Node): Node {
  const claims = claimsOfNode(node)
  if (claims.length === 0 && node.claims === undefined) return node
  const { claims: _, ...bare } = node
  if (claims.length === 0) return bare
  return { ...bare, params: { ...node.params, claims: claims.map(({ source }) => source) } }
}

/** Drops `claims` from the `params` that a caller sends, because the server sets this field. */
export function withoutSentClaims(params: JsonObject): JsonObject {
  if (!Object.hasOwn(params, 'claims')) return params
  const { claims: _, ...others } = params
  return others
}

/** The schema of the claims of a node in a snapshot. */
export const NODE_CLAIMS = /* @__PURE__ */ define(() =>
  readOnlyList(
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
 * Gives the nodes of a snapshot the claims that they have in the snapshot.
 *
 * @param sent the nodes as they are in the snapshot, in the same order
 * @throws OpsgraphError `invalid` with a fault of the claims
 */
export function readClaimsOfNodes(nodes: readonly DrawnNode[], sent: unknown): readonly DrawnNode[] {
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
