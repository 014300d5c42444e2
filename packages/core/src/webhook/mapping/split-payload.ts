import { isObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { WorkMeter } from '../../work-meter.js'
import type { Mapping } from './mapping.js'
import { lookUpPath, type PayloadPath, writePath } from './payload-path.js'

/** The part of a payload that becomes one alert. */
export interface PayloadElement {
  /** The value in which the paths of the mapping are looked up. */
  readonly value: unknown
  /** The index of the element in the list that was split; -1 = the element is the whole payload. */
  readonly listIndex: number
  /** The index that the step `[N]` of a path reads; -1 = the mapping has no `expand`. */
  readonly index: number
}

/** Says why a payload creates no alerts. */
export interface NoAlerts {
  readonly message: string
  /** True if the payload is only a test, so that there is no fault. */
  readonly isTest?: true
}

/**
 * Splits a payload into elements (rules.md#elements-of-a-payload):
 * - With `arrayPath`, the result is the elements of the list at this path.
 * - Without `arrayPath`, the result is the elements of the payload if the payload is a list; otherwise the payload is
 *   the only element.
 * - With `expand`, each of these elements is repeated for each element of the expanded list.
 *
 * Yields for pauses.
 */
export function* splitPayload(
  mapping: Mapping,
  payload: JsonValue,
  meter: WorkMeter,
): Generator<undefined, readonly PayloadElement[] | NoAlerts> {
  const { arrayPath, expands } = mapping
  const list = arrayPath === undefined ? payload : lookUpPath(payload, arrayPath.steps, -1)
  if (arrayPath !== undefined && (!Array.isArray(list) || list.length === 0)) {
    return { message: noAlertsMessage(arrayPath, payload) }
  }
  const values: readonly unknown[] = Array.isArray(list) ? list : [list]
  const firstIndex = Array.isArray(list) ? 0 : -1
  const elements =
    expands.length === 0
      ? toElements(values, firstIndex)
      : yield* expandElements(values, expands, { listIndex: firstIndex, meter })
  const [expand] = expands
  if (elements.length === 0) {
    return { message: expand === undefined ? EMPTY_LIST_MESSAGE : noAlertsMessage(expand, values[0]) }
  }
  if (elements.length <= LIMITS.webhookAlerts) return elements
  return { message: `The payload asks for more than ${LIMITS.webhookAlerts} alerts, the most that one delivery makes` }
}

const EMPTY_LIST_MESSAGE = 'No alerts generated from payload: it is an empty list'

/**
 * The path of an element in the payload, for example `alerts[3]`; empty = the element is the whole payload. The paths
 * of the values in an element begin with this path.
 */
export function writeElementPath({ arrayPath }: Mapping, { listIndex }: PayloadElement): string {
  return listIndex < 0 ? '' : `${writePath(arrayPath?.steps ?? [], -1)}[${listIndex}]`
}

/**
 * Converts each value into one element, for a mapping without `expand`.
 *
 * @param listIndex the index of the first value; -1 = the only value is the whole payload
 */
function toElements(values: readonly unknown[], listIndex: number): readonly PayloadElement[] {
  return values.map((value, at) => ({ value, listIndex: listIndex + at, index: -1 }))
}

/**
 * Repeats each value once for each element of its longest expanded list. In a shorter list, paths find nothing for the
 * last repetitions.
 */
function* expandElements(
  values: readonly unknown[],
  expands: readonly PayloadPath[],
  { listIndex, meter }: { readonly listIndex: number; readonly meter: WorkMeter },
): Generator<undefined, readonly PayloadElement[]> {
  const elements: PayloadElement[] = []
  for (const [at, value] of values.entries()) {
    if (elements.length > LIMITS.webhookAlerts) break
    if (meter.spend(expands.length)) yield
    const lists = expands.map(({ steps }) => lookUpPath(value, steps, -1))
    const longest = Math.max(...lists.map((list) => (Array.isArray(list) ? list.length : 0)))
    const count = Math.min(longest, LIMITS.webhookAlerts + 1 - elements.length)
    for (let index = 0; index < count; index++) elements.push({ value, listIndex: listIndex + at, index })
  }
  return elements
}

/**
 * Returns the message for a path that found no list, or an empty list, in the value `searched`. The message says what
 * the path found. If it found nothing, the message lists the top-level keys of `searched`.
 */
function noAlertsMessage({ steps }: PayloadPath, searched: unknown): string {
  const path = writePath(steps, -1)
  const sentence = `No alerts generated from payload: array path ${path} was not found or ${path} is an empty list`
  const found = lookUpPath(searched, steps, -1)
  if (found === undefined) return `${sentence}. Top-level keys: ${topLevelKeys(searched)}`
  if (Array.isArray(found)) return `${sentence} (it is an empty list)`
  return `${sentence} (it is ${describeType(found)}, not a list)`
}

/** A message lists at most `count` keys, and at most `length` characters of each. */
const SHOWN_KEYS = { count: 20, length: 50 }

function topLevelKeys(payload: unknown): string {
  if (!isObject(payload)) return `none, the payload is ${describeType(payload)}`
  const keys = Object.keys(payload)
  const shown = keys.slice(0, SHOWN_KEYS.count).map((key) => key.slice(0, SHOWN_KEYS.length))
  return keys.length > shown.length ? `${shown.join(', ')} and ${keys.length - shown.length} more` : shown.join(', ')
}

function describeType(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null) return 'null'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
