import { isTimeField } from '../../alert/alert-times.js'
import { type ArrivingAlert, toSeconds } from '../../alert/arriving-alert.js'
import { isObject, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { LocalClock } from '../../local-time.js'
import { textSize } from '../../text-size.js'
import { isRest, runWithoutPauses, WorkMeter } from '../../work-meter.js'
import type { MappedField, MappedFields, Mapping, ValueSource } from './mapping.js'
import { lookUpPath, type PayloadPath } from './payload-path.js'
import { readTexts } from './payload-texts.js'
import { type NoAlerts, type PayloadElement, splitPayload } from './split-payload.js'

/** An alert that the mapping produced, before `readAlert` checks it. */
export interface MappedAlert {
  readonly element: PayloadElement
  /** The input for `readAlert`. */
  readonly input: ArrivingAlert
  /** Converts the sender's times that have no time zone (see `Mapping`). */
  readonly clock: LocalClock | undefined
  /** The size of the values of this alert, as `textSize` counts it. */
  readonly size: number
  /** Why the mapping rejects this alert; `undefined` if the mapping accepts the alert. */
  readonly fault: MappingFault | undefined
}

/** A value that the mapping cannot convert to the text that its field needs. */
export interface MappingFault {
  /** The full name of the field, for example `severity` or `attributes.region`. */
  readonly field: string
  readonly message: string
}

/** Where the value of a field comes from. */
export type ValueOrigin = 'path' | 'literal' | 'default' | 'missing'

/**
 * A function that is called for every alert, once for each field and attribute that has a mapping or a default value,
 * even if no value is found.
 */
export type TraceField = (field: MappedField, origin: ValueOrigin, element: PayloadElement) => void

/** Creates the alerts of a payload, or says why there are none. Does not throw, whatever the payload is. */
export function applyMapping(
  mapping: Mapping,
  payload: JsonValue,
  trace?: TraceField,
): readonly MappedAlert[] | NoAlerts {
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
  }: { readonly meter: WorkMeter; readonly trace?: TraceField | undefined; readonly warn?: (message: string) => void },
): Generator<undefined, readonly MappedAlert[] | NoAlerts> {
  const isTest = mapping.isTest(payload, meter)
  if (isRest(isTest) ? yield* isTest : isTest) return TEST_PAYLOAD_RESULT
  const elements = yield* splitPayload(mapping, readTexts(mapping, payload, warn), meter)
  if ('message' in elements) return elements
  const run: MappingRun = {
    element: NO_ELEMENT,
    trace,
    unitsLeft: LIMITS.webhookAlertText,
    fault: undefined,
    found: new Map(),
    keys: new Map(),
    unmeasured: [],
    sizes: new Map(),
  }
  const fields = flattenGroups(Object.values(mapping.fields))
  const longFields = fields.filter(readsManyValues)
  const alerts: MappedAlert[] = []
  for (const element of elements) {
    const { unitsLeft } = run
    run.element = element
    run.fault = undefined
    yield* readLongFields(longFields, run, meter)
    const input = createAlert(mapping.fields, run)
    const { fault } = run
    yield* measureObjects(run, meter)
    const size = unitsLeft - run.unitsLeft
    alerts.push({ element, input, clock: mapping.clock, size, fault })
    if (meter.spend(fields.length * STEPS_PER_FIELD + size / SIZE_UNITS_PER_STEP)) yield
    if (run.unitsLeft < 0) {
      return { message: `The payload asks for alerts of more than ${LIMITS.webhookAlertText} characters in all` }
    }
  }
  return alerts
}

/** Reads the fields that may read thousands of values. Yields between two fields. */
function* readLongFields(
  fields: readonly MappedField[],
  run: MappingRun,
  meter: WorkMeter,
): Generator<undefined, void> {
  for (const field of fields) {
    const before = run.unitsLeft
    if (meter.spend(STEPS_PER_FIELD)) yield
    run.found.set(field, readSource(field.source as ValueSource, run))
    if (meter.spend(before - run.unitsLeft)) yield
  }
}

/** Measures the objects and lists of the current alert. Yields between two of them. */
function* measureObjects(run: MappingRun, meter: WorkMeter): Generator<undefined, void> {
  for (const part of run.unmeasured.splice(0)) {
    const measured = run.sizes.get(part)
    const size = measured ?? textSize(part, run.unitsLeft)
    run.unitsLeft -= size
    if (run.unitsLeft < 0) return
    run.sizes.set(part, size)
    if (meter.spend(measured === undefined ? size : 1)) yield
  }
}

/** The number of steps on a {@link WorkMeter} for reading one field. */
const STEPS_PER_FIELD = 5
/** The number of UTF-16 units that can be measured in the time of one step. */
const SIZE_UNITS_PER_STEP = 8

/** The fields and attributes that are not groups. */
function flattenGroups(fields: readonly (MappedField | undefined)[]): readonly MappedField[] {
  return fields.flatMap((field) => {
    if (field === undefined) return []
    return field.source?.kind === 'group' ? flattenGroups(field.source.members) : [field]
  })
}

/**
 * True if the field may read thousands of values for one alert. Such fields are read first, one by one, with pauses.
 */
function readsManyValues({ source }: MappedField): boolean {
  if (source === undefined || !('path' in source)) return false
  return source.kind !== 'path' || source.path.each !== undefined
}

const TEST_PAYLOAD_RESULT: NoAlerts = {
  message: 'this payload matches testPayloads, so it creates no alert',
  isTest: true,
}

/**
 * The state while the alerts of a payload are created. All alerts share one object, because a payload may have
 * thousands of alerts, and a new object for each would take time.
 */
interface MappingRun {
  element: PayloadElement
  readonly trace: TraceField | undefined
  /**
   * The number of UTF-16 units that further alerts of this payload may use. Reading a list costs one unit for each of
   * its elements too, and listing the keys of an object one unit for each key: otherwise, a path that finds no value in
   * a long list, for each of many alerts, would take much time but use no units.
   */
  unitsLeft: number
  /** The first fault of the current alert. */
  fault: MappingFault | undefined
  /** The values that {@link readLongFields} has read for the current alert. */
  readonly found: Map<MappedField, JsonValue | undefined>
  /** The keys of objects whose keys were listed, so that many fields do not list them again. */
  readonly keys: Map<JsonObject, readonly string[]>
  /**
   * The objects and lists of the current alert that do not yet count toward `unitsLeft`. They are measured later, with
   * pauses, because many fields may copy one large object of the payload.
   */
  readonly unmeasured: JsonValue[]
  /** The sizes of the objects and lists that were measured. */
  readonly sizes: Map<JsonValue, number>
}

const NO_ELEMENT: PayloadElement = { value: undefined, listIndex: -1, index: -1 }

/**
 * Creates the fields of an alert. An object literal takes a quarter less time than a loop over the fields, and a
 * payload may have thousands of alerts.
 */
function createAlert(fields: MappedFields, run: MappingRun): ArrivingAlert {
  return {
    resource: readField(fields.resource, run),
    event: readField(fields.event, run),
    environment: readField(fields.environment, run),
    severity: readField(fields.severity, run),
    status: readField(fields.status, run),
    correlate: readField(fields.correlate, run),
    service: readField(fields.service, run),
    group: readField(fields.group, run),
    value: readField(fields.value, run),
    text: readField(fields.text, run),
    tags: readField(fields.tags, run),
    attributes: readField(fields.attributes, run),
    origin: readField(fields.origin, run),
    type: readField(fields.type, run),
    timeout: toSeconds(readField(fields.timeout, run)),
    rawData: readField(fields.rawData, run),
    customer: readField(fields.customer, run),
    resourceParent: readField(fields.resourceParent, run),
    resourceChildren: readField(fields.resourceChildren, run),
    createTime: readField(fields.createTime, run),
    fingerprint: readField(fields.fingerprint, run),
    eventTime: readField(fields.eventTime, run),
    endTime: readField(fields.endTime, run),
  }
}

function readField(field: MappedField | undefined, run: MappingRun): JsonValue | undefined {
  if (field === undefined) return undefined
  const { source } = field
  if (source?.kind === 'group') return readGroup(source.members, run)
  const found = source === undefined ? undefined : run.found.has(field) ? run.found.get(field) : readSource(source, run)
  const value = found ?? field.defaultValue
  if (run.trace !== undefined) run.trace(field, originOf(source, found, field.defaultValue), run.element)
  if (typeof value === 'string') {
    run.unitsLeft -= value.length
    return value
  }
  return value === undefined ? undefined : convertToFieldKind(field, value, run)
}

/**
 * Creates the object for a group of attributes, which may contain further groups; `undefined` = no attribute has a
 * value.
 */
function readGroup(members: readonly MappedField[], run: MappingRun): JsonObject | undefined {
  let attributes: Record<string, JsonValue> | undefined
  for (const member of members) {
    const value = readField(member, run)
    if (value === undefined) continue
    attributes ??= {}
    attributes[member.name] = value
  }
  return attributes
}

/**
 * Handles a value that is not a text. If the field requires a text, numbers and booleans are converted; any other value
 * is a fault.
 */
function convertToFieldKind(field: MappedField, value: JsonValue, run: MappingRun): JsonValue {
  if (typeof value === 'object' && value !== null) run.unmeasured.push(value)
  else run.unitsLeft -= textSize(value, run.unitsLeft)
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

/** The value that the source gives for the current element; `undefined` or `null` = no value. */
function readSource(source: ValueSource, run: MappingRun): JsonValue | undefined {
  switch (source.kind) {
    case 'path':
      return readPath(source.path, run)
    case 'keys':
      return listKeys(readPath(source.path, run), source.separator, run)
    case 'join':
      return joinValues(readPath(source.path, run), source.separator, run)
    case 'choice':
      return chooseByCondition(readPath(source.path, run), source.ifTrue, source.ifFalse)
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
function readPath({ steps, each }: PayloadPath, run: MappingRun): JsonValue | undefined {
  const { value, index } = run.element
  const found = lookUpPath(value, steps, index) as JsonValue | undefined
  if (each === undefined || found === undefined || found === null) return found
  if (each.length === 0) return Array.isArray(found) ? found : [found]
  if (!Array.isArray(found)) return undefined
  run.unitsLeft -= found.length
  const list = found.map((element: unknown) => lookUpPath(element, each, index) as JsonValue | undefined)
  const present = list.filter((element) => element !== undefined && element !== null)
  return present.length > 0 || list.length === 0 ? present : undefined
}

function listKeys(found: JsonValue | undefined, separator: string | undefined, run: MappingRun): JsonValue | undefined {
  if (!isObject(found)) return undefined
  const keys = run.keys.get(found) ?? Object.keys(found)
  run.keys.set(found, keys)
  run.unitsLeft -= keys.length
  return separator === undefined ? keys : keys.join(separator)
}

/**
 * Joins a list of texts, numbers and booleans, without `null` items. Returns any other value unchanged. If the list
 * contains an object or a list, it is returned unchanged too, so that {@link convertToFieldKind} rejects it.
 */
function joinValues(found: JsonValue | undefined, separator: string, run: MappingRun): JsonValue | undefined {
  if (!Array.isArray(found)) return found
  run.unitsLeft -= found.length
  const items: readonly JsonValue[] = found.filter((item) => item !== null)
  return items.some((item) => typeof item === 'object') ? found : items.map(String).join(separator)
}

function chooseByCondition(
  found: JsonValue | undefined,
  ifTrue: JsonValue | undefined,
  ifFalse: JsonValue | undefined,
): JsonValue | undefined {
  if (found === true || found === 'true' || found === 1) return ifTrue
  if (found === false || found === 'false' || found === 0) return ifFalse
  return undefined
}
