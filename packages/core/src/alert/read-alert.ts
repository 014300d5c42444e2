import { BodyReader } from '../body-reader.js'
import { nameFault, normalizeName } from '../name.js'
import type { OpsgraphError } from '../opsgraph-error.js'
import { type BodyIssue, bodyError, bodyIssue, codeOfMessage, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { readTimestamp } from '../timestamp.js'
import {
  ALERT_FIELD_NAMES,
  ALERT_FIELDS,
  type AlertFieldKind,
  type AlertFieldKinds,
  type AlertFieldName,
  type AlertFieldValues,
} from './alert-fields.js'
import { ALERT_STATUSES, isAlertStatus } from './alert-status.js'
import { isSeverity, notOneOfMessage, SEVERITIES } from './severity.js'

/**
 * Reads a posted alert and fills in the defaults (rules.md#receiving-an-alert). Unknown fields are ignored.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readAlert(body: unknown): AlertFieldValues {
  const reader = new BodyReader(body)
  // The copy of the table has a property for every field. The loop replaces the value of each property: in V8, this is
  // several times as fast as adding properties with computed names.
  const draft: Record<AlertFieldName, unknown> = { ...ALERT_FIELDS }
  for (const { name, read, fallback } of FIELDS_TO_READ) draft[name] = read(reader, name) ?? fallback
  return draft as AlertFieldValues
}

/**
 * How many steps to count on a {@link WorkMeter} for reading one alert.
 *
 * @param size the size of the values of the alert, as `textSize` counts it
 */
export function countStepsForReading(size: number): number {
  return STEPS_PER_ALERT + size / SIZE_UNITS_PER_STEP
}

const STEPS_PER_ALERT = 200
/** One step is counted for reading this many UTF-16 units. */
const SIZE_UNITS_PER_STEP = 4

export const NOT_SECONDS_MESSAGE = `must be a whole number of seconds from 0 to ${Number.MAX_SAFE_INTEGER}`
export const NOT_A_TIME_MESSAGE = 'must be an ISO 8601 time'

/** The reader for each kind of field. A reader returns `undefined` if the field is not sent and has a default. */
const FIELD_READERS: {
  readonly [Kind in AlertFieldKind]: (reader: BodyReader, field: string) => AlertFieldKinds[Kind] | undefined
} = {
  requiredName: readRequiredName,
  name: (reader, field) => reader.name(field) || undefined,
  reference: (reader, field) => reader.reference(field),
  severity: readOneOf(isSeverity, SEVERITIES),
  status: readOneOf(isAlertStatus, ALERT_STATUSES),
  text: (reader, field) => reader.string(field),
  value: readValue,
  texts: readTexts,
  names: readNames,
  object: (reader, field) => reader.object(field) ?? {},
  json: (reader, field) => reader.json(field),
  seconds: readSeconds,
  time: readTime,
}

/** The environment is read first, so that the error is about the environment if all required names are missing. */
const FIELDS_TO_READ = ['environment' as const, ...ALERT_FIELD_NAMES.filter((name) => name !== 'environment')].map(
  (name) => {
    const field = ALERT_FIELDS[name]
    return { name, read: FIELD_READERS[field.kind], fallback: 'default' in field ? field.default : undefined }
  },
)

function readRequiredName(reader: BodyReader, field: string): string {
  const name = reader.name(field)
  if (name === undefined || name === '') throw alertError(field, REQUIRED_MESSAGE)
  return name
}

function readOneOf<Value>(isValue: (value: unknown) => value is Value, values: readonly string[]) {
  return (reader: BodyReader, field: string): Value | undefined => {
    const value = reader.value(field)
    if (value === undefined || isValue(value)) return value
    throw alertError(field, notOneOfMessage(value, values))
  }
}

function alertError(field: string, what: string): OpsgraphError {
  return bodyError([toAlertWording(bodyIssue(codeOfMessage(what), field, what))])
}

const REQUIRED_FIELDS: readonly string[] = ALERT_FIELD_NAMES.filter(
  (name) => ALERT_FIELDS[name].kind === 'requiredName',
)

/**
 * Rewords a fault of an alert as Alerta does, which senders may rely on: `An event must be provided`, `Severity (bad)
 * is not one of …`.
 */
export function toAlertWording({ code, path, message }: BodyIssue): BodyIssue {
  if (code === 'missingField' && REQUIRED_FIELDS.includes(path)) {
    return { code, path, message: `${/^[aeiou]/.test(path) ? 'An' : 'A'} ${path} must be provided` }
  }
  return { code, path, message: message.replace(/^s(?=everity \(|tatus \()/, 'S') }
}

function readValue(reader: BodyReader, field: string): string | undefined {
  const value = reader.value(field)
  return Number.isFinite(value) ? String(value) : reader.string(field)
}

function readSeconds(reader: BodyReader, field: string): number | undefined {
  const value = reader.value(field)
  if (value === undefined) return undefined
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw reader.fault(field, NOT_SECONDS_MESSAGE)
}

function readTime(reader: BodyReader, field: string): string | undefined {
  const text = reader.string(field)
  const time = text === undefined ? undefined : readTimestamp(text)
  if (text !== undefined && time === undefined) throw reader.fault(field, NOT_A_TIME_MESSAGE)
  return time
}

/** Reads a list of texts. Numbers and booleans are converted to text. */
function readTexts(reader: BodyReader, field: string): readonly string[] {
  return (reader.list(field) ?? []).map((item, index) => {
    if (typeof item === 'string') return item
    if (Number.isFinite(item) || typeof item === 'boolean') return String(item)
    throw reader.fault(`${field}[${index}]`, 'must be a string')
  })
}

/** Reads a list of names. Trims them, and leaves out empty names and duplicates. */
function readNames(reader: BodyReader, field: string): readonly string[] {
  const names = readTexts(reader, field).map(normalizeName)
  for (const [index, name] of names.entries()) {
    const fault = nameFault(name)
    if (fault !== undefined) throw reader.fault(`${field}[${index}]`, fault)
  }
  return [...new Set(names.filter((name) => name !== ''))]
}
