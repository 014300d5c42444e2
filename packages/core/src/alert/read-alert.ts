import { BodyReader } from '../body-reader.js'
import { nameFault, normalizeName } from '../name.js'
import { invalid } from '../opsgraph-error.js'
import { readTimestamp } from '../timestamp.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { AlertDraft } from './alert.js'
import { ALERT_STATUSES, type AlertStatus, isAlertStatus } from './alert-status.js'
import { isSeverity, SEVERITIES, type Severity } from './severity.js'

/** Defaults for fields that the sender leaves out (rules.md#receiving-an-alert); `timeout` is in seconds. */
export const ALERT_DEFAULTS = { severity: 'normal', group: 'Misc', type: 'exceptionAlert', timeout: 86_400 } as const

/**
 * Reads a posted alert and fills in the defaults (rules.md#receiving-an-alert). Unknown fields are ignored.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readAlert(body: unknown): AlertDraft {
  const reader = new BodyReader(body)
  return {
    environment: readProvided(reader, 'environment', 'An'),
    resource: readProvided(reader, 'resource', 'A'),
    event: readProvided(reader, 'event', 'An'),
    severity: readSeverity(reader),
    status: readStatus(reader),
    correlate: readTexts(reader, 'correlate'),
    service: readNames(reader, 'service'),
    group: reader.string('group') ?? ALERT_DEFAULTS.group,
    value: readValue(reader),
    text: reader.string('text') ?? '',
    tags: readTexts(reader, 'tags'),
    attributes: reader.object('attributes') ?? {},
    origin: reader.reference('origin') ?? null,
    type: reader.string('type') ?? ALERT_DEFAULTS.type,
    timeout: readTimeout(reader),
    rawData: reader.json('rawData') ?? null,
    customer: reader.string('customer') ?? null,
    resourceParent: reader.name('resourceParent') || null,
    resourceChildren: readNames(reader, 'resourceChildren'),
    createTime: readCreateTime(reader),
  }
}

function readProvided(reader: BodyReader, field: string, article: 'A' | 'An'): string {
  const name = reader.name(field)
  if (name === undefined || name === '') throw invalid(`${article} ${field} must be provided`)
  return name
}

function readSeverity(reader: BodyReader): Severity {
  const severity = reader.value('severity') ?? ALERT_DEFAULTS.severity
  if (!isSeverity(severity))
    throw invalid(`Severity (${truncateForMessage(severity)}) is not one of ${SEVERITIES.join(', ')}`)
  return severity
}

function readStatus(reader: BodyReader): AlertStatus | undefined {
  const status = reader.value('status')
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

function readValue(reader: BodyReader): string {
  const value = reader.value('value')
  return Number.isFinite(value) ? String(value) : (reader.string('value') ?? '')
}

function readTimeout(reader: BodyReader): number {
  const timeout = reader.value('timeout') ?? ALERT_DEFAULTS.timeout
  if (!Number.isSafeInteger(timeout) || Number(timeout) < 0) {
    throw reader.fault('timeout', 'must be a whole number of seconds')
  }
  return Number(timeout)
}

function readCreateTime(reader: BodyReader): string | undefined {
  const text = reader.string('createTime')
  const time = text === undefined ? undefined : readTimestamp(text)
  if (text !== undefined && time === undefined) throw reader.fault('createTime', 'must be an ISO 8601 time')
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

/** A list of names, trimmed, without empty ones and duplicates. */
function readNames(reader: BodyReader, field: string): readonly string[] {
  const names = readTexts(reader, field).map(normalizeName)
  for (const [index, name] of names.entries()) {
    const fault = nameFault(name)
    if (fault !== undefined) throw reader.fault(`${field}[${index}]`, fault)
  }
  return [...new Set(names.filter((name) => name !== ''))]
}
