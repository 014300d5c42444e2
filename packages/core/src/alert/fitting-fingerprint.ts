import { sha256, toBytes, toText } from '#platform'
import { isScalar } from '../filter/filter.js'
import { type JsonValue, sortedJson } from '../json-value.js'
import { nameFault } from '../name.js'

/**
 * The fingerprint that a mapping or a policy gives, in a form that an alert can have: a text that cannot be stored as a
 * name, a list or an object becomes the SHA-256 of its JSON, whose keys are sorted (rules.md#mapping-values-13).
 */
export function fittingFingerprint(given: JsonValue | undefined): JsonValue | undefined {
  if (given === undefined || given === null) return given
  if (isScalar(given) && nameFault(String(given)) === undefined) return String(given)
  return toText(sha256(toBytes(JSON.stringify(sortedJson(given)), 'utf8')), 'hex')
}
