import { BodyReader } from '../body-reader.js'
import type { JsonObject } from '../json-value.js'
import { nameFault, normalizeName } from '../name.js'
import { invalid } from '../opsgraph-error.js'
import { textSize } from '../text-size.js'
import { readTimestamp } from '../timestamp.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { AlertDraft } from './alert.js'
import {
  ALERT_FIELD_NAMES,
  ALERT_FIELDS,
  type AlertFieldKind,
  type AlertFieldKinds,
  type AlertFieldName,
} from './alert-fields.js'
import { ALERT_STATUSES, type AlertStatus, isAlertStatus } from './alert-status.js'
import { isSeverity, SEVERITIES, type Severity } from './severity.js'

/**
 * Reads a posted alert and fills in the defaults (rules.md#receiving-an-alert). Unknown fields are ignored.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readAlert(body: unknown): AlertDraft {
  const reader = new BodyReader(body)
  // The copy of the table has a property for every field. The loop replaces the value of each property: in V8, this is
  // several times as fast as adding properties with computed names.
  const draft: Record<AlertFieldName, unknown> = { ...ALERT_FIELDS }
  for (const { name, read, fallback } of FIELDS) draft[name] = read(reader, name) ?? fallback
  return draft as AlertDraft
}

/** The steps of a {@link WorkMeter} for reading an alert. */
export function stepsOfReading(alert: object): number {
  return STEPS_OF_ALERT + textSize(alert as JsonObject, Number.POSITIVE_INFINITY) / UNITS_OF_STEP
}

const STEPS_OF_ALERT = 200
/** So many UTF-16 units are read in the time of one step. */
const UNITS_OF_STEP = 4

/** The reader for each kind of field. A reader returns `undefined` if the field is not sent and has a default. */
const READERS: {
  readonly [Kind in AlertFieldKind]: (reader: BodyReader, field: string) => AlertFieldKinds[Kind] | undefined
} = {
  requiredName: readProvided,
  name: (reader, field) => reader.name(field) || undefined,
  reference: (reader, field) => reader.reference(field),
  severity: readSeverity,
  status: readStatus,
  text: (reader, field) => reader.string(field),
  value: readValue,
  texts: readTexts,
  names: readNames,
  object: (reader, field) => reader.object(field) ?? {},
  json: (reader, field) => reader.json(field),
  seconds: (reader, field) => reader.seconds(field),
  time: readTime,
}

/** The environment is read first, so that the error is about the environment if all required names are missing. */
const FIELDS = ['environment' as const, ...ALERT_FIELD_NAMES.filter((name) => name !== 'environment')].map((name) => {
  const field = ALERT_FIELDS[name]
  return { name, read: READERS[field.kind], fallback: 'default' in field ? field.default : undefined }
})

function readProvided(reader: BodyReader, field: string): string {
  const name = reader.name(field)
  if (name === undefined || name === '')
    throw invalid(`${/^[aeiou]/.test(field) ? 'An' : 'A'} ${field} must be provided`)
  return name
}

function readSeverity(reader: BodyReader, field: string): Severity | undefined {
  const severity = reader.value(field)
  if (severity === undefined || isSeverity(severity)) return severity
  throw invalid(`Severity (${truncateForMessage(severity)}) is not one of ${SEVERITIES.join(', ')}`)
}

function readStatus(reader: BodyReader, field: string): AlertStatus | undefined {
  const status = reader.value(field)
  return status === undefined ? undefined : checkAlertStatus(status)
}

/**
 * Checks that a value is an alert status, and returns it.
 *
 * @throws OpsgraphError `invalid`
 */
export function checkAlertStatus(status: unknown): AlertStatus {
  if (!isAlertStatus(status))
    throw invalid(`Status (${truncateForMessage(status)}) is not one of ${ALERT_STATUSES.join(', ')}`)
  return status
}

function readValue(reader: BodyReader, field: string): string | undefined {
  const value = reader.value(field)
  return Number.isFinite(value) ? String(value) : reader.string(field)
}

function readTime(reader: BodyReader, field: string): string | undefined {
  const text = reader.string(field)
  const time = text === undefined ? undefined : readTimestamp(text)
  if (text !== undefined && time === undefined) throw reader.fault(field, 'must be an ISO 8601 time')
  return time
}

/** A list of texts. Numbers and booleans are converted to text. */
function readTexts(reader: BodyReader, field: string): readonly string[] {
  return (reader.list(field) ?? []).map((item, index) => {
    if (typeof item === 'string') return item
    if (typeof item === 'number' || typeof item === 'boolean') return String(item)
    throw reader.fault(`${field}[${index}]`, 'must be a string')
  })
}

/** A list of trimmed names, without empty names and duplicates. */
function readNames(reader: BodyReader, field: string): readonly string[] {
  const names = readTexts(reader, field).map(normalizeName)
  for (const [index, name] of names.entries()) {
    const fault = nameFault(name)
    if (fault !== undefined) throw reader.fault(`${field}[${index}]`, fault)
  }
  return [...new Set(names.filter((name) => name !== ''))]
}
