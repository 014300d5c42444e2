import { type JsonObject, type JsonValue, ownValue } from '../json-value.js'
import { type AlertSize, attributesSize, tagsBytes } from './alert-size.js'

/**
 * What a received alert adds to the attributes or tags of the stored alert, and how much larger the stored alert
 * becomes.
 */
interface Addition<Added> {
  readonly added: readonly Added[]
  readonly growth: AlertSize
}

/**
 * The received attributes that are not stored, or whose stored value differs. In a merge, they replace the stored
 * attributes with the same keys.
 */
export function addedAttributes(stored: JsonObject, arrived: JsonObject): Addition<readonly [string, JsonValue]> {
  const added = Object.entries(arrived).filter(([key, value]) => ownValue(stored, key) !== value)
  const keys = added.map(([key]) => key)
  const [before, after] = [attributesSize(stored, keys), attributesSize(arrived, keys)]
  return {
    added,
    growth: { bytes: after.bytes - before.bytes, attributes: after.attributes - before.attributes },
  }
}

/** The received tags that are not in `known`, without duplicates. */
export function addedTags(known: ReadonlySet<string>, arrived: readonly string[]): Addition<string> {
  const added = [...new Set(arrived)].filter((tag) => !known.has(tag))
  return { added, growth: { bytes: tagsBytes(added), attributes: 0 } }
}

/** Sets attributes in place. An assignment would not create an attribute with the name `__proto__`. */
export function setAttributes(attributes: JsonObject, added: readonly (readonly [string, JsonValue])[]): void {
  for (const [key, value] of added) {
    Object.defineProperty(attributes, key, { value, writable: true, enumerable: true, configurable: true })
  }
}
