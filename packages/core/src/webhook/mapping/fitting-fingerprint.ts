import { sha256, toBytes, toText } from '#platform'
import { isScalar } from '../../filter/filter.js'
import { isObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'

/**
 * The fingerprint of an alert from a webhook, in a form that an alert can have: a longer text, a list or an object
 * becomes the SHA-256 of its JSON, whose keys are sorted (rules.md#mapping-values-13).
 */
export function fittingFingerprint(sent: JsonValue | undefined): JsonValue | undefined {
  if (sent === undefined || sent === null) return sent
  const text = isScalar(sent) ? String(sent) : JSON.stringify(sent, sorted)
  return isScalar(sent) && text.length <= LIMITS.name ? text : toText(sha256(toBytes(text, 'utf8')), 'hex')
}

function sorted(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
