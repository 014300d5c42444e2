import { ALERT_FIELD_NAMES, type AlertFieldName } from '../../alert/alert-fields.js'
import { compileTest } from '../../filter/compile-filter.js'
import type { Filter } from '../../filter/filter.js'
import { isJson, isObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { isTimezone, LocalClock } from '../../local-time.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import { testUntil } from '../../work-meter.js'
import { fieldOf, isAlertField, isTextField } from './check-coverage.js'
import type { MappedField, MappedFields, Mapping } from './mapping.js'
import { type MappingIssue, MappingReader, mappingIssue } from './mapping-reader.js'
import { type PayloadPath, parsePath, readsSameIndex, SAME_LIST_INDEX } from './payload-path.js'

/** A mapping as it is sent and stored. */
export interface MappingSource {
  readonly fieldMappings: unknown
  readonly defaultValues: unknown
  /**
   * The path of the list whose elements become alerts. Empty = if the payload is a list, its elements become alerts;
   * otherwise, the payload is the only element.
   */
  readonly arrayPath: string
  /** Default: none. */
  readonly base64Fields?: readonly string[]
  /** Default: none. */
  readonly jsonFields?: readonly string[]
  /** Default: none. */
  readonly testPayloads?: Filter | null
  /** The IANA name of the time zone of the sender's clocks. Default: `UTC`. */
  readonly timezone?: string
}

/**
 * Compiles a mapping, or returns all of its faults. A path that can never find anything is not a fault: its field gets
 * no value from the payload (rules.md#mapping-values).
 *
 * @example
 * ```ts
 * import { applyMapping, readMapping } from '@opsgraph/core/pure'
 *
 * const read = readMapping({
 *   fieldMappings: { resource: 'host', event: 'check', severity: 'state' },
 *   defaultValues: { environment: 'Production' },
 *   arrayPath: '',
 * })
 * if ('issues' in read) throw new Error(JSON.stringify(read.issues))
 * const payload = { host: 'web-1', check: 'ping', state: 'critical' }
 * console.log(applyMapping(read.mapping, payload)) // [ … input: { resource: 'web-1', event: 'ping', … ]
 * ```
 */
export function readMapping(
  source: MappingSource,
): { readonly mapping: Mapping } | { readonly issues: MappingIssue[] } {
  const issues: MappingIssue[] = [
    ...faultsOfNames(source.fieldMappings, 'fieldMappings'),
    ...faultsOfNames(source.defaultValues, 'defaultValues'),
  ]
  const arrayPath = readArrayPath(source.arrayPath, issues)
  const base64Fields = readTextPaths('base64Fields', source.base64Fields ?? [], issues)
  const jsonFields = readTextPaths('jsonFields', source.jsonFields ?? [], issues)
  if (issues.length > 0) return { issues }
  const reader = new MappingReader()
  const fields = ALERT_FIELD_NAMES.map((name): [AlertFieldName, MappedField | undefined] => {
    const mapped = fieldOf(source.fieldMappings, name)
    const read =
      name === 'attributes' ? reader.readAttributes(mapped) : reader.readSource(mapped, `fieldMappings.${name}`)
    const defaultValue = readDefault(source.defaultValues, name, issues)
    if (read === undefined && defaultValue === undefined) return [name, undefined]
    return [name, reader.withDefaults({ name, path: name, source: read, defaultValue, isText: isTextField(name) })]
  })
  const found = [...issues, ...reader.issues, ...faultsOfSize(fields.map(([, field]) => field))]
  if (found.length > 0) return { issues: found }
  const { expands } = reader
  const isTest = compilePayloadTest(source.testPayloads ?? null)
  const clock = createClock(source.timezone ?? 'UTC')
  const mapped = Object.fromEntries(fields) as MappedFields
  return { mapping: { arrayPath, base64Fields, jsonFields, isTest, expands, clock, fields: mapped } }
}

/**
 * Creates the clock of a time zone; `undefined` = this version of Node does not support the time zone, although another
 * version has accepted it. Then times without a time zone are left out.
 */
function createClock(timezone: string): LocalClock | undefined {
  return isTimezone(timezone) ? new LocalClock(timezone) : undefined
}

function faultsOfNames(fields: unknown, path: string): MappingIssue[] {
  if (fields === undefined || fields === null) return []
  if (!isObject(fields)) return [mappingIssue('invalidMapping', path, 'must be an object')]
  const unknown = Object.keys(fields).filter((name) => !isAlertField(name))
  return unknown.map((name) =>
    mappingIssue('unknownField', `${path}.${truncateForMessage(name)}`, 'is not a field of alerts'),
  )
}

function readArrayPath(text: string, issues: MappingIssue[]): PayloadPath | undefined {
  if (text.trim() === '') return undefined
  const path = parsePath(text.trim())
  const fault = faultOfArrayPath(path)
  if (fault !== undefined) issues.push(mappingIssue('invalidArrayPath', 'arrayPath', fault))
  return path
}

function faultOfArrayPath({ fault, steps, each }: PayloadPath): string | undefined {
  if (fault !== undefined) return `is not a payload path: ${fault}`
  if (each !== undefined && each.length > 0) return 'must end with its list'
  return steps.length === 0 || steps.some((step) => step === SAME_LIST_INDEX) ? 'must name a list' : undefined
}

function readTextPaths(
  field: 'base64Fields' | 'jsonFields',
  texts: readonly string[],
  issues: MappingIssue[],
): readonly PayloadPath[] {
  if (texts.length > LIMITS.webhookJsonFields) {
    issues.push(mappingIssue('tooMany', field, `names more than ${LIMITS.webhookJsonFields} paths`))
    return []
  }
  return texts.map((text, index) => {
    const path = parsePath(text)
    const fault = path.fault ?? (readsSameIndex(path) ? '[N] needs a mapping with expand' : undefined)
    if (fault !== undefined) {
      issues.push(mappingIssue(INVALID_PATH_CODES[field], `${field}[${index}]`, `is not a payload path: ${fault}`))
    }
    return path
  })
}

const INVALID_PATH_CODES = { base64Fields: 'invalidBase64Field', jsonFields: 'invalidJsonField' } as const

/**
 * If a payload is a list, it is a test only if every element matches the filter: an element that does not match must
 * become an alert.
 */
function compilePayloadTest(filter: Filter | null): Mapping['isTest'] {
  if (filter === null) return () => false
  const test = compileTest(filter)
  return (payload, meter) => {
    const elements: readonly unknown[] = Array.isArray(payload) ? payload : [payload]
    const tests = elements.map((element) => () => isObject(element) && test(element, meter))
    return testUntil(false, tests, payload, meter)
  }
}

function readDefault(defaults: unknown, name: string, issues: MappingIssue[]): JsonValue | undefined {
  const value = fieldOf(defaults, name)
  if (value === undefined || value === null) return undefined
  if (isJson(value)) return value
  issues.push(
    mappingIssue('invalidDefault', `defaultValues.${name}`, 'must be plain JSON that is not nested too deeply'),
  )
  return undefined
}

function faultsOfSize(fields: readonly (MappedField | undefined)[]): MappingIssue[] {
  if (countFields(fields) <= LIMITS.webhookFields) return []
  const what = `and defaultValues name more than ${LIMITS.webhookFields} fields and attributes`
  return [mappingIssue('tooMany', 'fieldMappings', what)]
}

/** The number of fields and attributes. A group counts as one, and so does each attribute in it. */
function countFields(fields: readonly (MappedField | undefined)[]): number {
  return fields.reduce((sum, field) => {
    const members = field?.source?.kind === 'group' ? field.source.members : []
    return sum + (field === undefined ? 0 : 1) + countFields(members)
  }, 0)
}
