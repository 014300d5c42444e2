import type { AlertFieldName } from '../../alert/alert-fields.js'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { MappedField, MappedFields, Mapping, ValueSource } from './mapping.js'
import { lookUp, type PayloadPath } from './payload-path.js'
import { type Element, type NoAlerts, splitPayload } from './split-payload.js'
import { textSize } from './text-size.js'

/** An alert as the mapping makes it, not yet checked by the reader of `POST /api/alert`. */
export interface MappedAlert {
  readonly element: Element
  /** The input for `readAlert`. */
  readonly input: AlertInput
  /** Why the mapping rejects this alert; `undefined` = it does not. */
  readonly fault: string | undefined
}

/** The fields of an alert in the format of `POST /api/alert`. */
export type AlertInput = Readonly<Record<AlertFieldName, JsonValue | undefined>>

/** The source of a field's value. */
export type ValueOrigin = 'path' | 'literal' | 'default' | 'missing'

/** Called for every field that is filled in or left out while an alert is made. */
export type Trace = (field: MappedField, origin: ValueOrigin, element: Element) => void

/** Makes the alerts of a payload, or reports why there are none. Never throws, for any payload. */
export function applyMapping(mapping: Mapping, payload: JsonValue, trace?: Trace): readonly MappedAlert[] | NoAlerts {
  const elements = splitPayload(mapping, payload)
  if ('message' in elements) return elements
  const run: Run = { element: NO_ELEMENT, trace, room: LIMITS.webhookAlertText, fault: undefined }
  const alerts: MappedAlert[] = []
  for (const element of elements) {
    run.element = element
    run.fault = undefined
    alerts.push({ element, input: fillIn(mapping.fields, run), fault: run.fault })
    if (run.room < 0) {
      return { message: `The payload asks for alerts of more than ${LIMITS.webhookAlertText} characters in all` }
    }
  }
  return alerts
}

/** The state while a payload is mapped. One object serves all alerts of a payload, because there may be thousands. */
interface Run {
  element: Element
  readonly trace: Trace | undefined
  /**
   * UTF-16 units that the alerts of this delivery may still use. Each element that a path visits costs one, so that a
   * long list that is read for each of many alerts soon exhausts it, even if nothing is found.
   */
  room: number
  /** The first fault of this alert. */
  fault: string | undefined
}

const NO_ELEMENT: Element = { value: undefined, place: -1, index: -1 }

/** One object literal takes a quarter less time than assigning the fields in a loop; there may be thousands of alerts. */
function fillIn(fields: MappedFields, run: Run): AlertInput {
  return {
    resource: take(fields.resource, run),
    event: take(fields.event, run),
    environment: take(fields.environment, run),
    severity: take(fields.severity, run),
    status: take(fields.status, run),
    correlate: take(fields.correlate, run),
    service: take(fields.service, run),
    group: take(fields.group, run),
    value: take(fields.value, run),
    text: take(fields.text, run),
    tags: take(fields.tags, run),
    attributes: take(fields.attributes, run),
    origin: take(fields.origin, run),
    type: take(fields.type, run),
    timeout: take(fields.timeout, run),
    rawData: take(fields.rawData, run),
    customer: take(fields.customer, run),
    resourceParent: take(fields.resourceParent, run),
    resourceChildren: take(fields.resourceChildren, run),
    createTime: take(fields.createTime, run),
  }
}

function take(field: MappedField | undefined, run: Run): JsonValue | undefined {
  if (field === undefined) return undefined
  const { source } = field
  if (source?.kind === 'group') return takeGroup(source.members, run)
  const found = source === undefined ? undefined : takeFrom(source, run)
  const value = found ?? field.defaultValue
  if (run.trace !== undefined) run.trace(field, originOf(source, found, field.defaultValue), run.element)
  if (typeof value === 'string') {
    run.room -= value.length
    return value
  }
  return value === undefined ? undefined : takeOther(field, value, run)
}

/** A group of attributes; `undefined` if all are empty. */
function takeGroup(members: readonly MappedField[], run: Run): JsonObject | undefined {
  let attributes: Record<string, JsonValue> | undefined
  for (const member of members) {
    const value = take(member, run)
    if (value === undefined) continue
    attributes ??= {}
    attributes[member.name] = value
  }
  return attributes
}

/**
 * A value that is not a text: a number or a boolean becomes text if the field requires text; anything else is then a
 * fault.
 */
function takeOther(field: MappedField, value: JsonValue, run: Run): JsonValue {
  run.room -= textSize(value, run.room)
  if (!field.isText && field.source?.kind !== 'join') return value
  if (typeof value !== 'object') return String(value)
  run.fault ??= `${field.path} must be a string`
  return value
}

function originOf(
  source: ValueSource | undefined,
  found: JsonValue | undefined,
  defaultValue: JsonValue | undefined,
): ValueOrigin {
  if (found === undefined || found === null) return defaultValue === undefined ? 'missing' : 'default'
  return source?.kind === 'literal' ? 'literal' : 'path'
}

/** The value of the source in this element; `undefined` and `null` mean none. */
function takeFrom(source: ValueSource, run: Run): JsonValue | undefined {
  switch (source.kind) {
    case 'path':
      return read(source.path, run)
    case 'join':
      return join(read(source.path, run), source.separator, run)
    case 'choice':
      return choose(read(source.path, run), source.ifTrue, source.ifFalse)
    case 'literal':
      return source.value
    case 'group':
      return undefined
  }
}

/**
 * A path with `[]` always gives a list: a single value becomes a list of one. Steps behind `[]` are read in each
 * element.
 */
function read({ steps, each }: PayloadPath, run: Run): JsonValue | undefined {
  const { value, index } = run.element
  const found = lookUp(value, steps, index) as JsonValue | undefined
  if (each === undefined || found === undefined || found === null) return found
  if (each.length === 0) return Array.isArray(found) ? found : [found]
  if (!Array.isArray(found)) return undefined
  run.room -= found.length
  const list = found.map((element: unknown) => lookUp(element, each, index) as JsonValue | undefined)
  const present = list.filter((element) => element !== undefined && element !== null)
  return present.length > 0 || list.length === 0 ? present : undefined
}

/**
 * Joins a list of texts, numbers and booleans. Any other value is returned unchanged, and {@link takeOther} rejects it.
 */
function join(found: JsonValue | undefined, separator: string, run: Run): JsonValue | undefined {
  if (!Array.isArray(found)) return found
  run.room -= found.length
  const items: readonly JsonValue[] = found.filter((item) => item !== null)
  return items.some((item) => typeof item === 'object') ? found : items.map(String).join(separator)
}

function choose(
  found: JsonValue | undefined,
  ifTrue: JsonValue | undefined,
  ifFalse: JsonValue | undefined,
): JsonValue | undefined {
  if (found === true || found === 'true' || found === 1) return ifTrue
  if (found === false || found === 'false' || found === 0) return ifFalse
  return undefined
}
