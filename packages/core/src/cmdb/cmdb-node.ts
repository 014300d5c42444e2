import { isObject, type JsonObject, type JsonValue } from '../json-value.js'
import type { Node } from '../topology/graph.js'
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
export function paramsOf({ record }: NewNode, source: string): JsonObject {
  if (record === undefined) return { cmdbSource: source }
  const { type, attributes } = record
  return type === null || type === '' ? { cmdbSource: source, attributes } : { cmdbSource: source, type, attributes }
}

/** True if this source created the node. */
export function isMadeBy(node: Node, source: string): boolean {
  return node.params.cmdbSource === source
}

/**
 * Applies the type and the attributes of a record to the node of its resource (rules.md#cmdb-topologies-6). Returns
 * `undefined` if nothing changes. What the record does not mention stays, and each attribute counts for itself. A blank
 * value stays too, except in the mode `replace` if this source created the node: then the value is removed.
 */
export function nodeUpdateFor(node: Node, record: CmdbRecord, { mode, source }: Updating): NodeUpdate | undefined {
  const clears = mode === 'replace' && isMadeBy(node, source)
  const type = typeAfter(node.params.type, record, clears)
  const attributes = attributesAfter(node.params.attributes, record, clears)
  if (type === node.params.type && attributes === node.params.attributes) return undefined
  const { type: _type, attributes: _attributes, ...others } = node.params
  const params: JsonObject = {
    ...others,
    ...(type !== undefined && { type }),
    ...(attributes !== undefined && { attributes }),
  }
  return { node, params }
}

type Updating = Pick<CmdbImportOptions, 'mode' | 'source'>

function typeAfter(stored: JsonValue | undefined, { type }: CmdbRecord, clears: boolean): JsonValue | undefined {
  if (type === null) return stored
  if (type === '') return clears ? undefined : stored
  return type
}

/** Returns `stored` itself if nothing changes. */
function attributesAfter(
  stored: JsonValue | undefined,
  { attributes, blankKeys }: CmdbRecord,
  clears: boolean,
): JsonValue | undefined {
  const before = isObject(stored) ? (stored as JsonObject) : NOTHING
  const keys = Object.keys(attributes)
  const cleared = clears
    ? blankKeys.filter((key) => Object.hasOwn(before, key) && !Object.hasOwn(attributes, key))
    : NO_KEYS
  const isSame =
    cleared.length === 0 && keys.every((key) => Object.hasOwn(before, key) && before[key] === attributes[key])
  if (isSame) return stored
  const gone = new Set(cleared)
  // `Object.fromEntries`, because a key may be `__proto__`.
  return Object.fromEntries([
    ...Object.entries(before).filter(([key]) => !gone.has(key)),
    ...Object.entries(attributes),
  ])
}

const NOTHING: JsonObject = {}
const NO_KEYS: readonly string[] = []
