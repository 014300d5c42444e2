import { parseJsonFile } from '../json-text.js'
import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { eachInSteps, type Steps } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { checkRecords, type RecordCheck } from './check-records.js'
import { type CmdbCode, CmdbIssues, type CmdbRemark } from './cmdb-issue.js'
import type { CmdbFile } from './cmdb-record.js'
import { type ColumnMap, mapRecord, NO_COLUMN_MAP } from './column-map.js'
import { isRecordField, suggestField } from './record-fields.js'
import { RecordReader } from './record-reader.js'

/** Yields after this many records, which take a few milliseconds. */
const RECORDS_AT_ONCE = 2_000

interface ReadListOptions {
  readonly environment: string
  readonly mayHaveInvalidText: boolean
  readonly map: ColumnMap
  readonly check: RecordCheck
}

/**
 * Reads the text of a JSON file with a list of records, or with an object that has such a list, or with a JSON object
 * on each line (rules.md#cmdb-request). Reports every fault. Yields for pauses.
 *
 * @param environment the environment of records that name no environment
 * @param map for fields of the file with other names: the field of a record that each of them stands for
 * @param check checks all records together
 */
export function* readJsonRecords(
  text: string,
  environment: string,
  map: ColumnMap = NO_COLUMN_MAP,
  check: RecordCheck = checkRecords,
): Steps<CmdbFile> {
  // Decoded text contains no U+0000 and no lone surrogates, but a `\u` escape may add them.
  const options = { environment, mayHaveInvalidText: text.includes('\\u'), map, check }
  const { items, issues } = yield* jsonItems(text, map)
  return issues.isEmpty ? yield* readList(items, options, issues) : refusedFile(issues)
}

/** Reads a list of records that all name their environments. Reports every fault. Yields for pauses. */
export function* readRecordList(list: readonly unknown[], check: RecordCheck): Steps<CmdbFile> {
  return yield* readList(
    list,
    { environment: '', mayHaveInvalidText: true, map: NO_COLUMN_MAP, check },
    new CmdbIssues(),
  )
}

/** The unchecked records of a JSON file. If there are issues, records are missing. */
export interface JsonItems {
  readonly items: readonly unknown[]
  readonly issues: CmdbIssues
}

/** Finds the list of records in the text of a JSON file, or of a file with a JSON object on each line. */
export function* jsonItems(text: string, map: ColumnMap = NO_COLUMN_MAP): Steps<JsonItems> {
  if (hasTooManyContainers(text)) {
    return refusedItems('tooManyRecords', `the file has more than ${LIMITS.cmdbContainers} objects and lists`)
  }
  yield
  if (isJsonLines(text)) return yield* itemsOfLines(text)
  const parsed = parseJsonFile(text)
  yield
  return 'fault' in parsed ? refusedItems('invalidJson', parsed.fault) : itemsOf(parsed.value, map)
}

function itemsOf(value: unknown, map: ColumnMap): JsonItems {
  const items = findRecordList(value, map)
  if (items !== undefined) return { items, issues: new CmdbIssues() }
  const message = 'the file must be a list of records, or {"items": [records]}; also with result or results for items'
  return refusedItems('invalidJson', message)
}

/** The fields that may contain the list of records. Other programs use them in their exports. */
const LIST_FIELDS = ['items', 'result', 'results'] as const

function findRecordList(value: unknown, map: ColumnMap): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  const lists = LIST_FIELDS.map((name) => ownValue(value, name))
  const isRecord =
    Object.hasOwn(value, 'resource') || [...map].some(([name, to]) => to === 'resource' && Object.hasOwn(value, name))
  return lists.find((list) => Array.isArray(list)) ?? (isRecord ? [value] : undefined)
}

/** True if the first line is a whole JSON object, and another object follows on a later line. */
function isJsonLines(text: string): boolean {
  const start = text.search(/\S/)
  const end = text.indexOf('\n', start)
  if (text[start] !== '{' || end < 0 || text.indexOf('{', end) < 0) return false
  const parsed = parseJsonFile(text.slice(start, end))
  return 'value' in parsed && isObject(parsed.value)
}

function* itemsOfLines(text: string): Steps<JsonItems> {
  const lines: number[] = []
  const issues = new CmdbIssues(lines)
  const items: unknown[] = []
  let line = 0
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const parsed = parseJsonLine(text.slice(start, end))
    line++
    start = end + 1
    if (line % RECORDS_AT_ONCE === 0) yield
    if (parsed === undefined) continue
    if ('fault' in parsed) issues.add('invalidJson', `records[${items.length}]`, `line ${line}: ${parsed.fault}`)
    items.push('value' in parsed ? parsed.value : {})
    lines.push(line)
  }
  return { items, issues }
}

function parseJsonLine(text: string) {
  return text.trim() === '' ? undefined : parseJsonFile(text)
}

function* readList(list: readonly unknown[], options: ReadListOptions, issues: CmdbIssues): Steps<CmdbFile> {
  if (list.length > LIMITS.cmdbRecords) {
    const message = `the file has ${list.length} records; one import takes at most ${LIMITS.cmdbRecords}`
    return refusedFile(refusedItems('tooManyRecords', message).issues)
  }
  const { map, check } = options
  const reader = new RecordReader(options, issues)
  const unknownFields = new UnknownFields(map)
  yield* eachInSteps(list, RECORDS_AT_ONCE, (item, row) => {
    reader.read(isObject(item) ? mapRecord(item, map) : item)
    if (isObject(item)) unknownFields.addRecord(item, row)
  })
  if (list.length > 0 && unknownFields.missingMapped.length > 0) {
    const names = unknownFields.missingMapped.map(truncateForMessage).join(', ')
    issues.add('invalidJson', 'body', `no record has the field ${names}, which is to be mapped`)
  }
  yield
  const warnings = [...unknownFields.warnings, ...reader.warnings, ...check(reader)]
  return { ...faultsOfFile(issues), records: reader.records, warnings, lines: issues.lines }
}

function refusedItems(code: CmdbCode, message: string): JsonItems {
  const issues = new CmdbIssues()
  issues.add(code, 'body', message)
  return { items: [], issues }
}

/** The result for a file that cannot be read any further. */
export function refusedFile(issues: CmdbIssues): CmdbFile {
  return { records: [], issues: issues.list, warnings: [], faultyRows: undefined, lines: undefined }
}

export function faultsOfFile(issues: CmdbIssues): Pick<CmdbFile, 'issues' | 'faultyRows'> {
  return { issues: issues.list, faultyRows: issues.areOnlyOfRecords ? issues.faultyRows : undefined }
}

/**
 * True if the text contains too many objects and lists. A small file can contain millions of nested empty lists, which
 * would fill the memory when parsed. Counting all brackets is cheap. If there are too many brackets, a second count
 * leaves out the brackets inside of strings.
 */
function hasTooManyContainers(text: string): boolean {
  const limit = LIMITS.cmdbContainers
  return countOccurrences(text, '{') + countOccurrences(text, '[') > limit && countContainers(text) > limit
}

function countOccurrences(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++
  return count
}

const QUOTE_CODE = 0x22
const BACKSLASH_CODE = 0x5c
const BRACKET_CODE = 0x5b
const BRACE_CODE = 0x7b

function countContainers(text: string): number {
  let count = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE_CODE) isInText = !isInText
    else if (isInText) at += unit === BACKSLASH_CODE ? 1 : 0
    else if (unit === BRACKET_CODE || unit === BRACE_CODE) count++
  }
  return count
}

/**
 * Collects the unknown fields of the records in a JSON file (rules.md#cmdb-warnings-3). A file can have millions of
 * them, so at most `LIMITS.cmdbColumns` names are stored; the others are only counted.
 */
class UnknownFields {
  /** The row of the first record with each unknown field. */
  readonly #rows = new Map<string, number>()
  #notStored = 0

  /** The mapped fields that no record has had so far. */
  readonly #missingMapped: Set<string>

  /** @param map for fields of the file with other names: the field of a record that each of them stands for */
  constructor(readonly map: ColumnMap = NO_COLUMN_MAP) {
    this.#missingMapped = new Set(map.keys())
  }

  get missingMapped(): readonly string[] {
    return [...this.#missingMapped]
  }

  /** @param record an unchecked record of a JSON file */
  addRecord(record: object, row: number): void {
    for (const name of Object.keys(record)) {
      if (this.map.has(name)) this.#missingMapped.delete(name)
      else if (!isRecordField(name) && !this.#rows.has(name)) this.#add(name, row)
    }
  }

  get warnings(): readonly CmdbRemark[] {
    const warnings = Array.from(this.#rows, ([field, row]): CmdbRemark => {
      const meant = suggestField(field, 'json')
      return { code: 'unknownColumn', row, params: meant === undefined ? { field } : { field, meant } }
    })
    if (this.#notStored === 0) return warnings
    return [...warnings, { code: 'unknownColumn', row: 0, params: { more: String(this.#notStored) } }]
  }

  #add(name: string, row: number): void {
    if (this.#rows.size < LIMITS.cmdbColumns) this.#rows.set(name, row)
    else this.#notStored++
  }
}
