import { type ArrivingAlert, secondsOf } from '../../alert/arriving-alert.js'
import { isTimeField } from '../../alert/fitting-times.js'
import { isObject, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { LocalClock } from '../../local-time.js'
import { textSize } from '../../text-size.js'
import { isRest, runWithoutPauses, WorkMeter } from '../../work-meter.js'
import type { MappedField, MappedFields, Mapping, ValueSource } from './mapping.js'
import { lookUp, type PayloadPath } from './payload-path.js'
import { readTexts } from './payload-texts.js'
import { type Element, type NoAlerts, splitPayload } from './split-payload.js'

/** An alert that the mapping produced, before `readAlert` checks it. */
export interface MappedAlert {
  readonly element: Element
  /** The input for `readAlert`. */
  readonly input: ArrivingAlert
  /** Converts times of the sender that have no zone (see `Mapping`). */
  readonly clock: LocalClock | undefined
  /** The size of the values that were read for this alert, as `textSize` counts it. */
  readonly size: number
  /** Why the mapping rejects this alert; `undefined` if the mapping accepts the alert. */
  readonly fault: MappingFault | undefined
}

/** A value that the mapping cannot convert to the text that a field needs. */
export interface MappingFault {
  /** The full name of the field, for example `severity` or `attributes.region`. */
  readonly field: string
  readonly message: string
}

/** Where the value of a field comes from. */
export type ValueOrigin = 'path' | 'literal' | 'default' | 'missing'

/**
 * A function that is called for every alert, once for each field and attribute that has a mapping or a default value.
 * The function is called even if no value is found.
 */
export type Trace = (field: MappedField, origin: ValueOrigin, element: Element) => void

/** Produces the alerts of a payload, or reports why there are none. Does not throw, whatever the payload is. */
export function applyMapping(mapping: Mapping, payload: JsonValue, trace?: Trace): readonly MappedAlert[] | NoAlerts {
  return runWithoutPauses(mapInSteps(mapping, payload, { meter: new WorkMeter(), trace }))
}

/**
 * Like {@link applyMapping}, but yields for pauses.
 *
 * @param warn called for each setting that does not fit this payload
 */
export function* mapInSteps(
  mapping: Mapping,
  payload: JsonValue,
  {
    meter,
    trace,
    warn,
  }: { readonly meter: WorkMeter; readonly trace?: Trace | undefined; readonly warn?: (message: string) => void },
): Generator<undefined, readonly MappedAlert[] | NoAlerts> {
  const isTest = mapping.isTest(payload, meter)
  if (isRest(isTest) ? yield* isTest : isTest) return TEST_PAYLOAD
  const elements = yield* splitPayload(mapping, readTexts(mapping, payload, warn), meter)
  if ('message' in elements) return elements
  const run: Run = {
    element: NO_ELEMENT,
    trace,
    room: LIMITS.webhookAlertText,
    fault: undefined,
    found: new Map(),
    keys: new Map(),
    unmeasured: [],
    sizes: new Map(),
  }
  const fields = leavesOf(Object.values(mapping.fields))
  const longFields = fields.filter(readsManyValues)
  const alerts: MappedAlert[] = []
  for (const element of elements) {
    const { room } = run
    run.element = element
    run.fault = undefined
    yield* readLongFields(longFields, run, meter)
    const input = fillIn(mapping.fields, run)
    const { fault } = run
    yield* measureParts(run, meter)
    const size = room - run.room
    alerts.push({ element, input, clock: mapping.clock, size, fault })
    if (meter.spend(fields.length * STEPS_OF_FIELD + size / UNITS_OF_STEP)) yield
    if (run.room < 0) {
      return { message: `The payload asks for alerts of more than ${LIMITS.webhookAlertText} characters in all` }
    }
  }
  return alerts
}

/** Reads the fields that may read thousands of values, with a pause between two fields. */
function* readLongFields(fields: readonly MappedField[], run: Run, meter: WorkMeter): Generator<undefined, void> {
  for (const field of fields) {
    const before = run.room
    if (meter.spend(STEPS_OF_FIELD)) yield
    run.found.set(field, takeFrom(field.source as ValueSource, run))
    if (meter.spend(before - run.room)) yield
  }
}

/** Measures the objects and lists of the current alert, with a pause between two of them. */
function* measureParts(run: Run, meter: WorkMeter): Generator<undefined, void> {
  for (const part of run.unmeasured.splice(0)) {
    const known = run.sizes.get(part)
    const size = known ?? textSize(part, run.room)
    run.room -= size
    if (run.room < 0) return
    run.sizes.set(part, size)
    if (meter.spend(known === undefined ? size : 1)) yield
  }
}

/** The steps of a {@link WorkMeter} for reading one field. */
const STEPS_OF_FIELD = 5
/** This many UTF-16 units can be measured in the time of one step. */
const UNITS_OF_STEP = 8

/** The fields and attributes that are no groups. */
function leavesOf(fields: readonly (MappedField | undefined)[]): readonly MappedField[] {
  return fields.flatMap((field) => {
    if (field === undefined) return []
    return field.source?.kind === 'group' ? leavesOf(field.source.members) : [field]
  })
}

/**
 * True if the field may read thousands of values for one alert. Such fields are read one by one, with pauses, before
 * the others.
 */
function readsManyValues({ source }: MappedField): boolean {
  if (source === undefined || !('path' in source)) return false
  return source.kind !== 'path' || source.path.each !== undefined
}

const TEST_PAYLOAD: NoAlerts = { message: 'this payload matches testPayloads, so it creates no alert', isTest: true }

/**
 * The state while a payload is mapped. All alerts of a payload share one object. A payload may have thousands of
 * alerts, so a new object for each alert would cost time.
 */
interface Run {
  element: Element
  readonly trace: Trace | undefined
  /**
   * The number of UTF-16 units that the remaining alerts of this delivery may still use. If a path visits a list, each
   * element of the list costs one unit too, and so does each key of an object whose keys are listed. Without these
   * units, a path that reads a long list for each of many alerts and finds no value would cost much time but no units.
   */
  room: number
  /** The first fault of the current alert. */
  fault: MappingFault | undefined
  /** The values that the source of some fields give for the current element. */
  readonly found: Map<MappedField, JsonValue | undefined>
  /** The keys of the objects whose keys are listed. To list them again for each of many fields would cost much time. */
  readonly keys: Map<JsonObject, readonly string[]>
  /**
   * The objects and lists of the current alert that do not count toward `room` yet. Many fields may copy one large
   * object of the payload, so they are measured with pauses.
   */
  readonly unmeasured: JsonValue[]
  /** The sizes of the objects and lists that are measured. */
  readonly sizes: Map<JsonValue, number>
}

const NO_ELEMENT: Element = { value: undefined, place: -1, index: -1 }

/**
 * Creates the fields of an alert. The code is an object literal and not a loop over the fields, because the literal
 * takes a quarter less time and a payload may have thousands of alerts.
 */
function fillIn(fields: MappedFields, run: Run): ArrivingAlert {
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
    timeout: secondsOf(take(fields.timeout, run)),
    rawData: take(fields.rawData, run),
    customer: take(fields.customer, run),
    resourceParent: take(fields.resourceParent, run),
    resourceChildren: take(fields.resourceChildren, run),
    createTime: take(fields.createTime, run),
    fingerprint: take(fields.fingerprint, run),
    eventTime: take(fields.eventTime, run),
    endTime: take(fields.endTime, run),
  }
}

function take(field: MappedField | undefined, run: Run): JsonValue | undefined {
  if (field === undefined) return undefined
  const { source } = field
  if (source?.kind === 'group') return takeGroup(source.members, run)
  const found = source === undefined ? undefined : run.found.has(field) ? run.found.get(field) : takeFrom(source, run)
  const value = found ?? field.defaultValue
  if (run.trace !== undefined) run.trace(field, originOf(source, found, field.defaultValue), run.element)
  if (typeof value === 'string') {
    run.room -= value.length
    return value
  }
  return value === undefined ? undefined : takeOther(field, value, run)
}

/**
 * Creates the object for a group of attributes, which may contain other groups; `undefined` if no attribute has a
 * value.
 */
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
 * Handles a value that is not a text. If the field requires a text, numbers and booleans are converted to text; any
 * other value is a fault.
 */
function takeOther(field: MappedField, value: JsonValue, run: Run): JsonValue {
  if (typeof value === 'object' && value !== null) run.unmeasured.push(value)
  else run.room -= textSize(value, run.room)
  if (!field.isText && (field.source?.kind !== 'join' || isTimeField(field.path))) return value
  if (typeof value !== 'object') return String(value)
  run.fault ??= { field: field.path, message: `${field.path} must be a string` }
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

/** The value that the source gives for the current element; `undefined` or `null` if there is none. */
function takeFrom(source: ValueSource, run: Run): JsonValue | undefined {
  switch (source.kind) {
    case 'path':
      return read(source.path, run)
    case 'keys':
      return keysOf(read(source.path, run), source.separator, run)
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
 * Reads a path:
 * - `a` gives the value at this path.
 * - `a[]` gives a list. A value that is not a list becomes a list with one item.
 * - `a[].b` gives the values of `b` in the items of the list `a`. Items without a value are left out. The result is
 *   `undefined` if `a` is not a list, or if `a` has items but none of them has a value.
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

function keysOf(found: JsonValue | undefined, separator: string | undefined, run: Run): JsonValue | undefined {
  if (!isObject(found)) return undefined
  const keys = run.keys.get(found) ?? Object.keys(found)
  run.keys.set(found, keys)
  run.room -= keys.length
  return separator === undefined ? keys : keys.join(separator)
}

/**
 * Joins a list of texts, numbers and booleans; `null` items are left out. A list that contains an object or a list is
 * returned unchanged, so that {@link takeOther} rejects it. A value that is not a list is returned unchanged too.
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
