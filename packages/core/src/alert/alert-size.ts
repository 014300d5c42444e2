import type { JsonObject, JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import type { Alert } from './alert.js'

/** How large an alert is, as its bounds count it (rules.md#receiving-an-alert-12). */
export interface AlertSize {
  /** Never less than the JSON text of the alert without its history has in UTF-8, and at most some 150 more. */
  readonly bytes: number
  readonly attributes: number
}

/** Measures all of an alert. Arrivals add what they change. */
export function alertSize(alert: Alert): AlertSize {
  const rest = { ...alert, ...LONGEST, attributes: {}, tags: [], history: undefined }
  const attributes = attributesSize(alert.attributes, Object.keys(alert.attributes))
  return {
    bytes: jsonBytes(rest) + WEIGHT_BYTES + attributes.bytes + tagsBytes(alert.tags),
    attributes: attributes.attributes,
  }
}

/** The size of those attributes that the keys name. */
export function attributesSize(attributes: JsonObject, keys: readonly string[]): AlertSize {
  const counted = keys.filter((key) => Object.hasOwn(attributes, key) && !isWeight(key, attributes[key]))
  const bytes = counted.reduce((sum, key) => sum + jsonBytes(key) + jsonBytes(attributes[key]) + SEPARATORS, 0)
  return { bytes, attributes: counted.length }
}

export function tagsBytes(tags: readonly string[]): number {
  return tags.reduce((sum, tag) => sum + jsonBytes(tag) + 1, 0)
}

/** By how much an arrival makes an alert larger, apart from its attributes and tags. */
export function renewedGrowth(before: Alert, after: Alert): AlertSize {
  const changed = RENEWED.filter((field) => before[field] !== after[field])
  const bytes = changed.reduce((sum, field) => sum + jsonBytes(after[field]) - jsonBytes(before[field]), 0)
  return { bytes, attributes: 0 }
}

export function grown(size: AlertSize, growth: AlertSize): AlertSize {
  return { bytes: size.bytes + growth.bytes, attributes: size.attributes + growth.attributes }
}

/**
 * Says which limit a size exceeds. An older release may have stored an alert that exceeds a limit. Such an alert is
 * accepted again if it does not become larger.
 */
export function boundFault(size: AlertSize, stored: AlertSize = NOTHING): string | undefined {
  const { alertBytes, alertAttributes } = LIMITS
  if (size.attributes > Math.max(alertAttributes, stored.attributes)) {
    return `The alert would have ${size.attributes} attributes, the limit is ${alertAttributes} attributes`
  }
  if (size.bytes > Math.max(alertBytes, stored.bytes)) {
    return `The alert would have ${size.bytes} bytes, the limit is ${alertBytes} bytes`
  }
  return undefined
}

const NOTHING: AlertSize = { bytes: 0, attributes: 0 }

const RENEWED = ['text', 'value', 'service', 'resourceParent', 'resourceChildren'] as const

/**
 * The longest values of what the server keeps about an alert: one that a sender may store can be counted, closed and
 * reopened without ever exceeding the bound.
 */
const LONGEST = {
  severity: 'indeterminate',
  previousSeverity: 'indeterminate',
  status: 'blackout',
  duplicateCount: Number.MAX_SAFE_INTEGER,
  repeat: false,
} as const

/** The colon and the comma of an attribute. */
const SEPARATORS = 2

/** Room for the weight that a policy sets, with its longest number. */
const WEIGHT_BYTES = '"weight":-1.2345678901234567e-300,'.length

/** A policy may set the weight of an alert after it arrived; `WEIGHT_BYTES` has room for it. */
function isWeight(key: string, value: JsonValue | undefined): boolean {
  return key === 'weight' && typeof value === 'number'
}

const encoder = new TextEncoder()

function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length
}
