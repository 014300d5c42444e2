import { type JsonObject, type JsonValue, ownValue } from '../json-value.js'
import { type AlertSize, attributesSize, tagsBytes } from './alert-size.js'

/** What an arrival adds to attributes or tags, and by how much that makes the alert larger. */
interface Addition<Added> {
  readonly added: readonly Added[]
  readonly growth: AlertSize
}

/** A key that arrives replaces the stored one. */
export function addedAttributes(stored: JsonObject, arrived: JsonObject): Addition<readonly [string, JsonValue]> {
  const added = Object.entries(arrived).filter(([key, value]) => ownValue(stored, key) !== value)
  const keys = added.map(([key]) => key)
  const [before, after] = [attributesSize(stored, keys), attributesSize(arrived, keys)]
  return {
    added,
    growth: { bytes: after.bytes - before.bytes, attributes: after.attributes - before.attributes },
  }
}

/** The tags that are not known yet, each once. */
export function addedTags(known: ReadonlySet<string>, arrived: readonly string[]): Addition<string> {
  const added = [...new Set(arrived)].filter((tag) => !known.has(tag))
  return { added, growth: { bytes: tagsBytes(added), attributes: 0 } }
}

/** Sets attributes in place, even one that is called `__proto__`. */
export function setAttributes(attributes: JsonObject, added: readonly (readonly [string, JsonValue])[]): void {
  for (const [key, value] of added) {
    Object.defineProperty(attributes, key, { value, writable: true, enumerable: true, configurable: true })
  }
}
