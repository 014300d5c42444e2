import { ALERT_FIELDS, type AlertFieldName } from '../alert/alert-fields.js'
import { type ArrivingAlert, toSeconds } from '../alert/arriving-alert.js'
import { isScalar } from '../filter/filter.js'
import { isObject, isSameJson, type JsonValue, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { textSize } from '../text-size.js'
import type { RestOfWork, WorkMeter } from '../work-meter.js'
import { type ActionField, ATTRIBUTE_PREFIX } from './alert-action.js'

/**
 * The steps to count on a {@link WorkMeter} for comparing and listing a value: this many for each unit of its
 * `textSize`.
 */
const STEPS_PER_SIZE_UNIT = 64
/**
 * The `textSize` of the largest value that can be compared and listed. For a larger value, a request would need more
 * steps than it may take.
 */
const MAX_COMPARED_SIZE = LIMITS.policyWork / STEPS_PER_SIZE_UNIT

/**
 * A change that a policy made to one field. If `from` is `null`, the field was missing before. If `to` is `null`, the
 * field is missing now.
 */
export interface FieldChange {
  readonly field: ActionField
  readonly from: JsonValue
  readonly to: JsonValue
}

/**
 * An arriving alert while policies change it. The original object never changes: it is copied before the first change,
 * and its attributes are copied before their first change.
 */
export class AlertInProgress {
  #alert: ArrivingAlert
  /** The copy that may be changed; `undefined` if nothing has changed yet. */
  #own: Record<AlertFieldName, JsonValue | undefined> | undefined
  #ownAttributes: Record<string, JsonValue> | undefined
  /** The values of changed fields before the current policy changed them; `undefined` = changes are not recorded. */
  #before: Map<ActionField, JsonValue | undefined> | undefined

  constructor(alert: ArrivingAlert) {
    this.#alert = alert
  }

  get alert(): ArrivingAlert {
    return this.#alert
  }

  /** Returns the value of a field; `undefined` if the field is missing or `null`. */
  read(field: ActionField): JsonValue | undefined {
    const value = isAttribute(field) ? this.#attribute(attributeName(field)) : this.#alert[field]
    return value ?? undefined
  }

  /**
   * Sets a field. The values `undefined` and `null` remove the field. If the field is a list, a single value becomes
   * its only element. If the field is a number of seconds, a text of digits becomes a number. If
   * `attributes` is not an object, no attribute can be set; `readAlert` then rejects the alert.
   */
  write(field: ActionField, value: JsonValue | undefined): void {
    if (this.#before !== undefined && !this.#before.has(field)) this.#before.set(field, this.read(field))
    if (isAttribute(field)) this.#writeAttribute(attributeName(field), value ?? undefined)
    else this.#copy()[field] = fitToField(field, value ?? undefined)
  }

  /**
   * Starts recording changes for {@link takeChanges}: stores the value of each field before its first change.
   */
  recordChanges(): void {
    this.#before = new Map()
  }

  /**
   * Returns the fields that have changed since {@link recordChanges}. A field that has its former value again is not
   * listed. Counts steps for each value, which also limits the length of an answer that lists the changes.
   */
  *takeChanges(meter: WorkMeter): RestOfWork<readonly FieldChange[]> {
    const before = this.#before ?? []
    this.#before = undefined
    const changes: FieldChange[] = []
    for (const [field, value] of before) {
      const change = { field, from: value ?? null, to: this.read(field) ?? null }
      const size = textSize(change.from, MAX_COMPARED_SIZE) + textSize(change.to, MAX_COMPARED_SIZE)
      if (meter.spend(size * STEPS_PER_SIZE_UNIT)) yield
      if (!isSameJson(change.from, change.to)) changes.push(change)
    }
    return changes
  }

  #copy(): Record<AlertFieldName, JsonValue | undefined> {
    if (this.#own === undefined) {
      this.#own = { ...this.#alert }
      this.#alert = this.#own
    }
    return this.#own
  }

  #attribute(name: string): JsonValue | undefined {
    const { attributes } = this.#alert
    return isObject(attributes) ? (ownValue(attributes, name) as JsonValue | undefined) : undefined
  }

  #writeAttribute(name: string, value: JsonValue | undefined): void {
    const attributes = this.#alert.attributes ?? {}
    if (!isObject(attributes)) return
    if (this.#ownAttributes === undefined) {
      this.#ownAttributes = { ...attributes } as Record<string, JsonValue>
      this.#copy().attributes = this.#ownAttributes
    }
    if (value === undefined) delete this.#ownAttributes[name]
    // `defineProperty` also works for an attribute with the name `__proto__`; an assignment does not.
    else
      Object.defineProperty(this.#ownAttributes, name, { value, writable: true, enumerable: true, configurable: true })
  }
}

function isAttribute(field: ActionField): field is `attributes.${string}` {
  return field.startsWith(ATTRIBUTE_PREFIX)
}

function attributeName(field: `attributes.${string}`): string {
  return field.slice(ATTRIBUTE_PREFIX.length)
}

/** Converts a value to the kind of the field, where this is possible without loss. */
function fitToField(field: AlertFieldName, value: JsonValue | undefined): JsonValue | undefined {
  const { kind } = ALERT_FIELDS[field]
  if (kind === 'seconds') return toSeconds(value)
  return (kind === 'texts' || kind === 'names') && isScalar(value) ? [value] : value
}

/** True for a missing value, `null`, a blank text and an empty list. */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (isList(value) && value.length === 0)
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
