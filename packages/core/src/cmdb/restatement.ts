import { isObject, type JsonObject, type JsonValue, ownValue } from '../json-value.js'
import type { Node, NodeClaim } from '../topology/graph.js'
import { isSame } from '../topology/node-claims.js'
import type { CmdbMode } from './cmdb-import-options.js'
import type { CmdbRecord } from './cmdb-record.js'

/** Changes what one CMDB states about a node, value by value, and what the node shows (rules.md#claims-of-nodes-5). */
export class Restatement {
  readonly #others: readonly NodeClaim[]
  readonly #shown: JsonObject
  readonly #type: Restated = { stated: new Map(), shown: new Map() }
  readonly #attributes: Restated = { stated: new Map(), shown: new Map() }

  constructor(
    readonly node: Node,
    readonly former: NodeClaim,
    claims: readonly NodeClaim[],
  ) {
    this.#others = claims.filter(({ source }) => source !== former.source)
    const { attributes } = node.params
    this.#shown = isObject(attributes) ? (attributes as JsonObject) : NOTHING
  }

  /** The former claim itself if nothing changes. */
  get stated(): NodeClaim {
    const { source, type: before, attributes: stored } = this.former
    const attributes = withValues(stored, this.#attributes.stated)
    const isRetyped = this.#type.stated.size > 0
    if (!isRetyped && attributes === stored) return this.former
    const type = isRetyped ? this.#type.stated.get('type') : before
    return { source, ...(type !== undefined && { type }), attributes }
  }

  /** The former params themselves if nothing changes. */
  get params(): JsonObject {
    const params = withValues(this.node.params, this.#type.shown)
    const shown = this.#attributes.shown
    return shown.size === 0 ? params : { ...params, attributes: withValues(this.#shown, shown) }
  }

  /**
   * What the record does not mention stays. A blank value stays too, except in the mode `replace`: then this CMDB no
   * longer states it.
   */
  state({ type, attributes, blankKeys }: CmdbRecord, mode: CmdbMode): void {
    const clears = mode === 'replace'
    if (type !== null && (type !== '' || clears)) this.#putType(type === '' ? undefined : type)
    for (const [key, value] of Object.entries(attributes)) this.#putAttribute(key, value)
    const blank = clears ? blankKeys.filter((key) => !Object.hasOwn(attributes, key)) : NO_KEYS
    for (const key of blank) this.#putAttribute(key, undefined)
  }

  /** States nothing any more. */
  withdraw(): void {
    this.#putType(undefined)
    for (const key of Object.keys(this.former.attributes)) this.#putAttribute(key, undefined)
  }

  #putType(after: JsonValue | undefined): void {
    const others = this.#others.map(({ type }) => type)
    this.#put('type', this.node.params.type, { before: this.former.type, after, others }, this.#type)
  }

  #putAttribute(key: string, after: JsonValue | undefined): void {
    const others = this.#others.map(({ attributes }) => ownValueOf(attributes, key))
    const before = ownValueOf(this.former.attributes, key)
    this.#put(key, ownValueOf(this.#shown, key), { before, after, others }, this.#attributes)
  }

  #put(key: string, shown: JsonValue | undefined, statement: Statement, changes: Restated): void {
    if (!isSame(statement.before, statement.after)) changes.stated.set(key, statement.after)
    const next = this.#shownNext(shown, statement)
    if (!isSame(shown, next)) changes.shown.set(key, next)
  }

  /**
   * The value that the node shows when its CMDB states `after` instead of `before`. A new value shows. A repeated one
   * does not take the place of what another CMDB states, only of what nobody states. A withdrawn one gives way to what
   * the first of the others states; if nobody states anything, it stays only on a node that was drawn by hand.
   */
  #shownNext(shown: JsonValue | undefined, { before, after, others }: Statement): JsonValue | undefined {
    if (after !== undefined) {
      const isStated = shown !== undefined && others.some((other) => isSame(other, shown))
      return isSame(before, after) && isStated ? shown : after
    }
    if (before === undefined || !isSame(shown, before)) return shown
    const isImported = typeof this.node.params.cmdbSource === 'string'
    return others.find((other) => other !== undefined) ?? (isImported ? undefined : shown)
  }
}

/** What one CMDB stated about a value before and states after an import, and what the other CMDBs state about it. */
interface Statement {
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
  readonly others: readonly (JsonValue | undefined)[]
}

/** The values that change; `undefined` = the value goes. */
interface Restated {
  readonly stated: Map<string, JsonValue | undefined>
  readonly shown: Map<string, JsonValue | undefined>
}

function ownValueOf(object: JsonObject, key: string): JsonValue | undefined {
  return ownValue(object, key) as JsonValue | undefined
}

/** Returns `object` itself if nothing changes. */
function withValues(object: JsonObject, changes: ReadonlyMap<string, JsonValue | undefined>): JsonObject {
  if (changes.size === 0) return object
  const before = Object.entries(object).filter(([key]) => !changes.has(key) || changes.get(key) !== undefined)
  const after = [...changes].filter((change): change is [string, JsonValue] => change[1] !== undefined)
  // `Object.fromEntries`, because a key may be `__proto__`.
  return Object.fromEntries([...before, ...after])
}

const NOTHING: JsonObject = {}
const NO_KEYS: readonly string[] = []
