import { utf8Length } from '#platform'
import type { JsonObject, JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import type { Alert } from './alert.js'
import { RENEWED_FIELDS } from './alert-fields.js'

/** The size of an alert (rules.md#receiving-an-alert-12). */
export interface AlertSize {
  /**
   * An upper bound for the size of the alert without its history and its assignee, as JSON in UTF-8. It exceeds the
   * real size by at most about 200 bytes. `LIMITS.alertBytes` is the maximum.
   */
  readonly bytes: number
  /** The number of attributes. `LIMITS.alertAttributes` is the maximum. */
  readonly attributes: number
}

/**
 * Measures a whole alert. When the alert is received again, {@link addGrowth} adds the growth to the size measured
 * before, so the whole alert is not measured again.
 */
export function alertSize(alert: Alert): AlertSize {
  const boundedFields = { ...alert, ...LONGEST_FIELD_VALUES, ...UNCOUNTED_FIELDS, attributes: {}, tags: [] }
  const attributes = attributesSize(alert.attributes, Object.keys(alert.attributes))
  return {
    bytes: jsonBytes(boundedFields) + WEIGHT_BYTES + attributes.bytes + tagsBytes(alert.tags),
    attributes: attributes.attributes,
  }
}

/** The size of the attributes with these keys. An attribute `weight` that is a number does not count. */
export function attributesSize(attributes: JsonObject, keys: readonly string[]): AlertSize {
  const counted = keys.filter((key) => Object.hasOwn(attributes, key) && !isWeight(key, attributes[key]))
  const bytes = counted.reduce((sum, key) => sum + jsonBytes(key) + jsonBytes(attributes[key]) + SEPARATOR_BYTES, 0)
  return { bytes, attributes: counted.length }
}

export function tagsBytes(tags: readonly string[]): number {
  return tags.reduce((sum, tag) => sum + jsonBytes(tag) + 1, 0)
}

/** How much larger an alert becomes when it is received again, without the growth of its attributes and tags. */
export function growthOfRenewedFields(before: Alert, after: Alert): AlertSize {
  const changed = RENEWED_FIELDS.filter((field) => before[field] !== after[field])
  const bytes = changed.reduce((sum, field) => sum + jsonBytes(after[field]) - jsonBytes(before[field]), 0)
  return { bytes, attributes: 0 }
}

/** Adds a growth to the size of an alert. */
export function addGrowth(size: AlertSize, growth: AlertSize): AlertSize {
  return { bytes: size.bytes + growth.bytes, attributes: size.attributes + growth.attributes }
}

/**
 * Returns a message that names the limit that `size` exceeds (rules.md#receiving-an-alert-11); `undefined` if it
 * exceeds none. A stored alert that exceeds a limit is accepted again if it does not become larger
 * (rules.md#receiving-an-alert-16).
 *
 * @param stored the size of the stored alert
 */
export function sizeFault(size: AlertSize, stored: AlertSize = ZERO_SIZE): string | undefined {
  const { alertBytes, alertAttributes } = LIMITS
  if (size.attributes > Math.max(alertAttributes, stored.attributes)) {
    return `The alert would have ${size.attributes} attributes, the limit is ${alertAttributes} attributes`
  }
  if (size.bytes > Math.max(alertBytes, stored.bytes)) {
    return `The alert would have ${size.bytes} bytes, the limit is ${alertBytes} bytes`
  }
  return undefined
}

const ZERO_SIZE: AlertSize = { bytes: 0, attributes: 0 }

/**
 * The longest possible values of fields that the server changes while an alert is stored. The size is computed with
 * these values, so that such a change (for example, closing the alert) never makes an alert exceed the limit.
 */
const LONGEST_FIELD_VALUES = {
  severity: 'indeterminate',
  previousSeverity: 'indeterminate',
  status: 'blackout',
  duplicateCount: Number.MAX_SAFE_INTEGER,
  repeat: false,
  openCount: LIMITS.fingerprints + 1,
  expireTime: '9999-12-31T23:59:59.999Z',
  statusUntil: '9999-12-31T23:59:59.999Z',
} as const

/** The fields that do not count, because they record the work on the alert and do not come from the sender. */
const UNCOUNTED_FIELDS = { history: undefined, firing: undefined, assignee: undefined }

/** Bytes of the colon and the comma that JSON adds for each attribute. */
const SEPARATOR_BYTES = 2

/** Bytes reserved for the attribute `weight` that a policy may set, with the longest possible number. */
const WEIGHT_BYTES = '"weight":-1.2345678901234567e-300,'.length

/**
 * True if the attribute is a weight. The size of an alert does not include the weight, because a policy may set the
 * weight after the alert was measured; `WEIGHT_BYTES` reserves room for it.
 */
function isWeight(key: string, value: JsonValue | undefined): boolean {
  return key === 'weight' && typeof value === 'number'
}

function jsonBytes(value: unknown): number {
  return utf8Length(JSON.stringify(value))
}
