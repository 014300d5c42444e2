import { isObject, type JsonObject, type JsonValue, ownValue } from '../json-value.js'
import type { Node, NodeClaim } from '../topology/graph.js'
import { claimsOfNode, isSameValue } from '../topology/node-claims.js'
import type { CmdbImportOptions, CmdbMode } from './cmdb-import-options.js'
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

/**
 * Updates the claim of one CMDB on a node, value by value, and the values that the node shows
 * (rules.md#claims-of-nodes-5).
 */
class ClaimUpdate {
  readonly #others: readonly NodeClaim[]
  readonly #shown: JsonObject
  readonly #type: ValueChanges = { claim: new Map(), shown: new Map() }
  readonly #attributes: ValueChanges = { claim: new Map(), shown: new Map() }

  constructor(
    readonly node: Node,
    readonly former: NodeClaim,
    claims: readonly NodeClaim[],
  ) {
    this.#others = claims.filter(({ source }) => source !== former.source)
    const { attributes } = node.params
    this.#shown = isObject(attributes) ? (attributes as JsonObject) : NO_ATTRIBUTES
  }

  /** The new claim of the CMDB. If nothing changes, this is the same object as the former claim. */
  get claim(): NodeClaim {
    const { source, type: before, attributes: stored } = this.former
    const attributes = withValues(stored, this.#attributes.claim)
    const isRetyped = this.#type.claim.size > 0
    if (!isRetyped && attributes === stored) return this.former
    const type = isRetyped ? this.#type.claim.get('type') : before
    return { source, ...(type !== undefined && { type }), attributes }
  }

  /** The new params of the node. If nothing changes, this is the same object as the former params. */
  get params(): JsonObject {
    const params = withValues(this.node.params, this.#type.shown)
    const shown = this.#attributes.shown
    return shown.size === 0 ? params : { ...params, attributes: withValues(this.#shown, shown) }
  }

  /**
   * Applies a record. Values that the record does not mention stay. A blank value in the record changes nothing in the
   * mode `merge`; in the mode `replace`, this CMDB no longer declares the value.
   */
  applyRecord({ type, attributes, blankKeys }: CmdbRecord, mode: CmdbMode): void {
    const removesBlank = mode === 'replace'
    if (type !== null && (type !== '' || removesBlank)) this.#changeType(type === '' ? undefined : type)
    for (const [key, value] of Object.entries(attributes)) this.#changeAttribute(key, value)
    const blank = removesBlank ? blankKeys.filter((key) => !Object.hasOwn(attributes, key)) : NO_KEYS
    for (const key of blank) this.#changeAttribute(key, undefined)
  }

  /** Withdraws everything that the CMDB declares about the node. */
  withdraw(): void {
    this.#changeType(undefined)
    for (const key of Object.keys(this.former.attributes)) this.#changeAttribute(key, undefined)
  }

  #changeType(after: JsonValue | undefined): void {
    const others = this.#others.map(({ type }) => type)
    this.#change('type', this.node.params.type, { before: this.former.type, after, others }, this.#type)
  }

  #changeAttribute(key: string, after: JsonValue | undefined): void {
    const others = this.#others.map(({ attributes }) => findOwnValue(attributes, key))
    const before = findOwnValue(this.former.attributes, key)
    this.#change(key, findOwnValue(this.#shown, key), { before, after, others }, this.#attributes)
  }

  #change(key: string, shown: JsonValue | undefined, values: DeclaredValues, changes: ValueChanges): void {
    if (!isSameValue(values.before, values.after)) changes.claim.set(key, values.after)
    const next = this.#nextShown(shown, values)
    if (!isSameValue(shown, next)) changes.shown.set(key, next)
  }

  /**
   * The value that the node shows after this CMDB declares `after` instead of `before`:
   *
   * - a new value replaces the shown value;
   * - a repeated value replaces the shown value only if no other CMDB declares the shown value;
   * - if a shown value is withdrawn, the value of the first other CMDB replaces it. If no other CMDB declares a value,
   *   the shown value is removed, except from a node that was drawn by hand.
   */
  #nextShown(shown: JsonValue | undefined, { before, after, others }: DeclaredValues): JsonValue | undefined {
    if (after !== undefined) {
      const isStated = shown !== undefined && others.some((other) => isSameValue(other, shown))
      return isSameValue(before, after) && isStated ? shown : after
    }
    if (before === undefined || !isSameValue(shown, before)) return shown
    const isImported = typeof this.node.params.cmdbSource === 'string'
    return others.find((other) => other !== undefined) ?? (isImported ? undefined : shown)
  }
}

/** The values that CMDBs declare for one key: this CMDB before and after the import, and the other CMDBs. */
interface DeclaredValues {
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
  readonly others: readonly (JsonValue | undefined)[]
}

/** The values that change in the claim and on the node, by key; `undefined` = the value is removed. */
interface ValueChanges {
  readonly claim: Map<string, JsonValue | undefined>
  readonly shown: Map<string, JsonValue | undefined>
}

function findOwnValue(object: JsonObject, key: string): JsonValue | undefined {
  return ownValue(object, key) as JsonValue | undefined
}

/** Returns a copy of an object with changed values. Returns the object itself if there are no changes. */
function withValues(object: JsonObject, changes: ReadonlyMap<string, JsonValue | undefined>): JsonObject {
  if (changes.size === 0) return object
  const before = Object.entries(object).filter(([key]) => !changes.has(key) || changes.get(key) !== undefined)
  const after = [...changes].filter((change): change is [string, JsonValue] => change[1] !== undefined)
  // `Object.fromEntries` also works for a key `__proto__`; an assignment does not.
  return Object.fromEntries([...before, ...after])
}

const NO_KEYS: readonly string[] = []
