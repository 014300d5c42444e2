import { LIMITS } from '../limits.js'
import type { Steps } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { checkRecords, type RecordCheck } from './check-records.js'
import { CmdbIssues, type CmdbRemark } from './cmdb-issue.js'
import type { CmdbFile } from './cmdb-record.js'
import { type ColumnMap, NO_COLUMN_MAP } from './column-map.js'
import { faultsOfFile, refusedFile } from './read-json-records.js'
import { attributeKeyOf, COLUMN_FIELDS, type ColumnField, suggestField } from './record-fields.js'
import { RecordReader } from './record-reader.js'
import { type CsvRow, HeaderSearch, lineEndOf, separatorOf, splitCsv } from './split-csv.js'

/**
 * Reads the text of a CSV file: a header, then one record per row (rules.md#cmdb-request). Reports every fault.
 *
 * @param environment the environment of records that name no environment
 * @param map for columns with other names: the field of a record that each of them stands for
 * @param check checks all records together
 */
export function* readCsvRecords(
  text: string,
  environment: string,
  map: ColumnMap = NO_COLUMN_MAP,
  check: RecordCheck = checkRecords,
): Steps<CmdbFile> {
  const lines: number[] = []
  const issues = new CmdbIssues(lines)
  const nulPosition = text.indexOf('\u0000')
  if (nulPosition >= 0) {
    const message = `the file is not text: it has the character U+0000 at ${nulPosition} (UTF-16 needs a byte order mark)`
    issues.add('invalidJson', 'body', message)
  }
  if (nulPosition >= 0 || !isWithinLimits(text, issues)) return refusedFile(issues)
  const separator = separatorOf(text)
  if (separator === undefined) {
    issues.add('invalidCsvHeader', 'header', 'the line sep= names no separator: write , or ; or | or a tab after it')
    return refusedFile(issues)
  }
  const csv = new CsvRecordReader(new RecordReader({ environment, mayHaveInvalidText: false }, issues), lines, map)
  yield
  const fault = yield* splitCsv(text, separator, (row) => csv.readRow(row))
  if (fault !== undefined && csv.columns === undefined) {
    issues.add('invalidCsvHeader', 'header', `line ${fault.line}: ${fault.message}`)
  } else if (fault !== undefined) {
    issues.add('invalidJson', `records[${lines.length}]`, `line ${fault.line}: ${fault.message}`)
  } else if (csv.columns === undefined && issues.isEmpty) {
    issues.add('invalidCsvHeader', 'header', 'the file is empty')
  }
  yield
  return csv.finish(check)
}

/** Converts the rows of a file to records, one by one. The first rows, up to the header, become no records. */
class CsvRecordReader {
  columns: CsvColumns | undefined
  /** The first line with more cells than the header. Empty cells at the end of a line do not count. */
  #tooLongLine: number | undefined
  readonly #search = new HeaderSearch()
  #columnCount = 0
  /** The number of columns up to the last one that has a name. */
  #namedColumns = 0

  constructor(
    readonly reader: RecordReader,
    readonly lines: number[],
    readonly map: ColumnMap,
  ) {}

  /** Reads the next row. Returns false if no more rows should be read. */
  readRow({ cells, line }: CsvRow): boolean {
    if (this.columns === undefined) return this.#readHeader(cells)
    const row = this.lines.length
    if (row >= LIMITS.cmdbRecords) {
      const message = `line ${line}: one import takes at most ${LIMITS.cmdbRecords} records`
      this.reader.issues.add('tooManyRecords', 'body', message)
      return false
    }
    this.lines.push(line)
    if (cells.length > this.#columnCount && this.#tooLongLine === undefined) this.#noteExtraCells(cells, line)
    if (cells.length < this.#namedColumns) this.#noteMissingCells(cells, line)
    this.reader.read(this.columns.toRecord(cells), this.columns.keysIn(cells))
    return true
  }

  finish(check: RecordCheck): CmdbFile {
    const { records, issues } = this.reader
    const found = check(this.reader)
    const warnings = [...(this.columns?.warnings ?? []), ...this.#extraCells(), ...this.reader.warnings, ...found]
    return { ...faultsOfFile(issues), records, warnings, lines: this.lines }
  }

  #readHeader(cells: readonly string[]): boolean {
    if (!this.#search.isHeader(cells)) return true
    const fault = headerFault(cells, this.map)
    if (fault !== undefined) {
      this.reader.issues.add('invalidCsvHeader', 'header', fault)
      return false
    }
    this.columns = new CsvColumns(cells, this.map)
    this.#columnCount = cells.length
    this.#namedColumns = cells.findLastIndex((cell) => cell.trim() !== '') + 1
    return true
  }

  #noteExtraCells(cells: readonly string[], line: number): void {
    if (cells.slice(this.#columnCount).some((cell) => cell.trim() !== '')) this.#tooLongLine = line
  }

  #noteMissingCells({ length }: readonly string[], line: number): void {
    const params = { line: String(line), cells: String(length), columns: String(this.#namedColumns) }
    this.reader.warnings.push({ code: 'missingCells', row: this.lines.length - 1, params })
  }

  /**
   * The warning that a row has more cells than the header. The usual cause is a separator in a value that is not in
   * quotes. The extra cells count as an unknown column without a name.
   */
  #extraCells(): readonly CmdbRemark[] {
    if (this.#tooLongLine === undefined) return []
    return [{ code: 'unknownColumn', row: 0, params: { column: '', line: String(this.#tooLongLine) } }]
  }
}

function headerFault(cells: readonly string[], map: ColumnMap): string | undefined {
  if (cells.length > LIMITS.cmdbColumns) {
    return `the header has ${cells.length} columns; a file has at most ${LIMITS.cmdbColumns}`
  }
  const names = cells.map((cell) => cell.trim())
  const missing = [...map.keys()].filter((name) => !names.includes(name)).map(truncateForMessage)
  if (missing.length > 0) return `the header has no column ${missing.join(', ')}, which is to be mapped`
  if (new CsvColumns(cells, map).hasResource) return undefined
  const named = names.filter((name) => name !== '')
  const found = named.slice(0, MAX_LISTED_COLUMNS).map(truncateForMessage).join(' | ')
  const more = named.length > MAX_LISTED_COLUMNS ? ` and ${named.length - MAX_LISTED_COLUMNS} more` : ''
  return `the header has no column resource; it has ${found}${more}${headerHint(names)}`
}

/** The maximum number of names of columns in a message. */
const MAX_LISTED_COLUMNS = 10

/** A hint for the message about a header without the column `resource`: how to correct it. */
function headerHint(names: readonly string[]): string {
  const similar = names.find((name) => name.toLowerCase() === 'resource')
  return similar === undefined
    ? ': if another column has the resource, say so, such as map=Name:resource'
    : `: names of columns are in lower case, write resource for ${similar}`
}

/**
 * Checks the length of each line and the number of lines. Without this check, only the size of the file would limit the
 * length of a line and the number of lines.
 */
function isWithinLimits(text: string, issues: CmdbIssues): boolean {
  const lineEnd = lineEndOf(text)
  let line = 1
  for (let start = 0; start < text.length; line++) {
    const found = text.indexOf(lineEnd, start)
    const finish = found < 0 ? text.length : found
    if (finish - start > LIMITS.cmdbLine) {
      const message = `line ${line} is longer than ${LIMITS.cmdbLine} characters`
      if (line === 1) issues.add('invalidCsvHeader', 'header', message)
      else issues.add('valueTooLong', 'body', message)
      return false
    }
    start = finish + 1
  }
  if (line - 1 <= LIMITS.cmdbLines) return true
  issues.add('tooManyRecords', 'body', `the file has ${line - 1} lines; at most ${LIMITS.cmdbLines} are read`)
  return false
}

/**
 * Maps the cells of a row to the fields of a record. If several columns have the same name, the first one is used.
 */
class CsvColumns {
  readonly #fields: readonly { readonly field: ColumnField; readonly at: number }[]
  /** The attributes that have a column, in the order of the columns. */
  readonly #attributes: readonly { readonly key: string; readonly at: number }[]
  readonly #keys = new Map<number, readonly string[]>()
  /** Warnings about columns that are ignored. */
  readonly warnings: readonly CmdbRemark[]

  /**
   * @param header the cells of the first row
   * @param map for columns with other names: the field of a record that each of them stands for
   */
  constructor(header: readonly string[], map: ColumnMap = NO_COLUMN_MAP) {
    const names = header.map((cell) => cell.trim())
    const positions = new Map<string, number>()
    const setPosition = (name: string, at: number) => positions.set(name, Math.min(at, positions.get(name) ?? at))
    for (const [at, name] of names.entries()) setPosition(map.get(name) ?? '', at)
    for (const [at, name] of names.entries()) if (!map.has(name) && !hasValue(map, name)) setPosition(name, at)
    this.#fields = COLUMN_FIELDS.flatMap((field) => listIfDefined(positions.get(field), (at) => ({ field, at })))
    this.#attributes = [...positions]
      .sort(([, one], [, other]) => one - other)
      .flatMap(([name, at]) => {
        const key = attributeKeyOf(name)
        return key === undefined ? [] : [{ key, at }]
      })
    const used = new Set([...this.#fields, ...this.#attributes].map(({ at }) => at))
    this.warnings = names.flatMap((name, at) => {
      if (used.has(at) || name === '' || map.get(name) === '') return []
      return [unknownColumnRemark(name, used.has(positions.get(map.get(name) ?? name) ?? -1))]
    })
  }

  /**
   * The keys of the attributes for which a row has a cell, blank or not. Rows of the same length share one list: in a
   * file with a thousand columns, a list for each row would need more memory than the cells.
   */
  keysIn(cells: readonly string[]): readonly string[] {
    const isWhole = cells.length > (this.#attributes.at(-1)?.at ?? -1)
    const count = isWhole ? this.#attributes.length : this.#attributes.filter(({ at }) => at < cells.length).length
    const keys = this.#keys.get(count) ?? this.#attributes.slice(0, count).map(({ key }) => key)
    this.#keys.set(count, keys)
    return keys
  }

  get hasResource(): boolean {
    return this.#fields.some(({ field }) => field === 'resource')
  }

  /** Converts a row to a record whose fields are not checked yet. */
  toRecord(cells: readonly string[]): Readonly<Record<string, unknown>> {
    const record: Record<string, unknown> = {}
    for (const { field, at } of this.#fields) record[field] = cells[at]
    if (this.#attributes.length > 0) record.attributes = this.#attributesOf(cells)
    return record
  }

  #attributesOf(cells: readonly string[]): Readonly<Record<string, string>> {
    const attributes: Record<string, string> = {}
    for (const { key, at } of this.#attributes) {
      const value = cells[at]?.trim() ?? ''
      if (value === '') continue
      if (key === '__proto__') Object.defineProperty(attributes, key, { value, enumerable: true })
      else attributes[key] = value
    }
    return attributes
  }
}

function hasValue(map: ColumnMap, field: string): boolean {
  for (const value of map.values()) if (value === field) return true
  return false
}

function listIfDefined<T>(at: number | undefined, make: (at: number) => T): readonly T[] {
  return at === undefined ? [] : [make(at)]
}

/** @param isRepeated true if an earlier column has the same name; that column is used */
function unknownColumnRemark(column: string, isRepeated: boolean): CmdbRemark {
  const meant = isRepeated ? undefined : suggestField(column, 'csv')
  return { code: 'unknownColumn', row: 0, params: meant === undefined ? { column } : { column, meant } }
}
