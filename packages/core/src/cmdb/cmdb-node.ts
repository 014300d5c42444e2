import type { JsonObject } from '../json-value.js'
import type { Node } from '../topology/graph.js'
import { claimsOfNode } from '../topology/node-claims.js'
import { ClaimUpdate } from './claim-update.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { CmdbRecord } from './cmdb-record.js'
import type { NewNode, NodeUpdate } from './topology-changes.js'

export function serviceNode(service: string): NewNode {
  return { kind: 'service', label: service, environment: null, resource: null, record: undefined }
}

export function environmentNode(environment: string): NewNode {
  return { kind: 'environment', label: environment, environment, resource: null, record: undefined }
}

export function resourceNode(record: CmdbRecord): NewNode {
  const { environment, resource } = record
  return { kind: 'resource', label: resource, environment, resource, record }
}

/** The `params` of a new node (rules.md#cmdb-topologies-2). */
export function newNodeParams({ record }: NewNode, source: string): JsonObject {
  if (record === undefined) return { cmdbSource: source }
  const { type, attributes } = record
  return type === null || type === '' ? { cmdbSource: source, attributes } : { cmdbSource: source, type, attributes }
}

/** True if this source created the node. */
export function isCreatedBy(node: Node, source: string): boolean {
  return node.params.cmdbSource === source
}

/**
 * Applies a record to the node of its resource: updates the claim of this CMDB, and the type and attributes that the
 * node shows (rules.md#claims-of-nodes). Returns `undefined` if nothing changes.
 */
export function applyRecord(node: Node, record: CmdbRecord, { mode, source }: ApplyOptions): NodeUpdate | undefined {
  const claims = claimsOfNode(node)
  const former = claims.find((claim) => claim.source === source)
  const update = new ClaimUpdate(node, former ?? { source, attributes: NO_ATTRIBUTES }, claims)
  update.applyRecord(record, mode)
  const { claim: stated, params } = update
  if (stated === former && params === node.params) return undefined
  return {
    node,
    params,
    claims: former === undefined ? [...claims, stated] : claims.map((claim) => (claim === former ? stated : claim)),
  }
}

type ApplyOptions = Pick<CmdbImportOptions, 'mode' | 'source'>

/** Adds the claim of this CMDB to an environment node. Returns `undefined` if the node already has this claim. */
export function addClaim(node: Node, source: string): NodeUpdate | undefined {
  const claims = claimsOfNode(node)
  if (claims.some((claim) => claim.source === source)) return undefined
  return { node, params: node.params, claims: [...claims, { source, attributes: NO_ATTRIBUTES }] }
}

/** True if the CMDB claims the node. */
export function isClaimedBy(node: Node, source: string): boolean {
  if (node.claims === undefined) return node.kind !== 'service' && isCreatedBy(node, source)
  return claimsOfNode(node).some((claim) => claim.source === source)
}

/**
 * True if the node must be removed when this CMDB withdraws its claim: the node was imported, and no other CMDB claims
 * it. A node that was drawn by hand stays, even without claims.
 */
export function isClaimedOnlyBy(node: Node, source: string): boolean {
  return typeof node.params.cmdbSource === 'string' && claimsOfNode(node).every((claim) => claim.source === source)
}

/**
 * Withdraws the claim of a CMDB from a node that stays. Where the node showed a value of this CMDB, it shows the value
 * of another CMDB instead, if one has a claim on the node.
 */
export function withdrawClaim(node: Node, source: string): NodeUpdate {
  const claims = claimsOfNode(node)
  const remaining = claims.filter((claim) => claim.source !== source)
  const former = claims.find((claim) => claim.source === source) ?? { source, attributes: NO_ATTRIBUTES }
  const update = new ClaimUpdate(node, former, remaining)
  update.withdraw()
  const [first] = remaining
  const passesToOther = isCreatedBy(node, source) && first !== undefined
  return {
    node,
    params: passesToOther ? { ...update.params, cmdbSource: first.source } : update.params,
    claims: remaining,
  }
}

const NO_ATTRIBUTES: JsonObject = {}
