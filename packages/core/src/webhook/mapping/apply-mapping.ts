import type { AlertDraft } from '../../alert/alert.js'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { MappedField, MappedFields, Mapping, ValueSource } from './mapping.js'
import { lookUp, type PayloadPath } from './payload-path.js'
import { type Element, type NoAlerts, splitPayload } from './split-payload.js'
import { textSize } from './text-size.js'

/** One alert as a mapping makes it; the reader of `POST /api/alert` has not judged it yet. */
export interface MappedAlert {
  readonly element: Element
  /** What goes to `readAlert`. */
  readonly input: AlertInput
  /** Why this alert is rejected before anybody reads it; `undefined` = it is not. */
  readonly fault: string | undefined
}

/** The fields of an alert, as a sender of `POST /api/alert` would write them. */
export type AlertInput = Readonly<Record<keyof AlertDraft, JsonValue | undefined>>

/** Where the value of a field came from. */
export type ValueOrigin = 'path' | 'literal' | 'default' | 'missing'

/** Told of every field that is filled in, or left out, while an alert is made. */
export type Trace = (field: MappedField, origin: ValueOrigin, element: Element) => void

/** Makes the alerts of a payload, or says why there are none. Never throws, whatever the payload is. */
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

/** One payload on its way through a mapping; one object for all of its alerts, because there may be thousands. */
interface Run {
  element: Element
  readonly trace: Trace | undefined
  /**
   * UTF-16 units that the alerts of this delivery may still take. An element that a path goes through costs one, so that
   * a long list that is read for each of many alerts ends soon, even where nothing is found in it.
   */
  room: number
  /** The first one of this alert. */
  fault: string | undefined
}

const NO_ELEMENT: Element = { value: undefined, place: -1, index: -1 }

/** Written out: as one literal, thousands of alerts are made in three quarters of the time. */
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

/** Attributes; `undefined` when nothing is in any of them. */
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

/** What is no text: a number or a boolean becomes one where a text must be, anything else is a fault there. */
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

/** What the source gives in this element; `undefined` and `null` = nothing. */
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

/** With `[]` always a list: a single value is a list of one. Behind it, what is found in the elements. */
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

/** A list of texts, numbers and booleans as one text; anything else as it is, for {@link takeOther} to reject. */
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
