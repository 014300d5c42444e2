import type { JsonObject, JsonValue } from '../json-value.js'
import type { Node } from '../topology/graph.js'
import type { CmdbAttributes, CmdbRecord } from './cmdb-record.js'
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
export function paramsOf({ record }: NewNode, source: string): JsonObject {
  if (record === undefined) return { cmdbSource: source }
  const { type, attributes } = record
  return type === null ? { cmdbSource: source, attributes } : { cmdbSource: source, type, attributes }
}

/** True if this source created the node. */
export function isMadeBy(node: Node, source: string): boolean {
  return node.params.cmdbSource === source
}

/**
 * Applies the type and the attributes of a record to the node of its resource (rules.md#cmdb-topologies-6). Returns
 * `undefined` if nothing changes. If this source created the node, the node gets exactly the type and the attributes of
 * the record. If another source created the node, a type or attributes that the record lacks stay in the node.
 */
export function nodeUpdateFor(node: Node, { type, attributes }: CmdbRecord, source: string): NodeUpdate | undefined {
  const isOwn = isMadeBy(node, source)
  const isSameType = type === null ? !isOwn || node.params.type === undefined : node.params.type === type
  const staysBare = !isOwn && Object.keys(attributes).length === 0
  if (isSameType && (staysBare || isSame(node.params.attributes, attributes))) return undefined
  const { type: storedType, ...others } = node.params
  const wantedType = type ?? (isOwn ? undefined : storedType)
  const params: JsonObject = {
    ...others,
    ...(wantedType !== undefined && { type: wantedType }),
    ...(!staysBare && { attributes }),
  }
  return { node, params }
}

function isSame(stored: JsonValue | undefined, attributes: CmdbAttributes): boolean {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false
  const object = stored as JsonObject
  const keys = Object.keys(attributes)
  return (
    keys.length === Object.keys(object).length &&
    keys.every((key) => Object.hasOwn(object, key) && object[key] === attributes[key])
  )
}
