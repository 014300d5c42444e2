import { LIMITS } from '../limits.js'
import type { Steps } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { checkRecords } from './check-records.js'
import { CmdbIssues, type CmdbRemark } from './cmdb-issue.js'
import type { CmdbFile } from './cmdb-record.js'
import { CsvColumns } from './csv-columns.js'
import { refusedFile } from './read-json-records.js'
import { RecordReader } from './record-reader.js'
import { type CsvRow, isSeparatorsOnly, lineEndOf, separatorOf, splitCsv } from './split-csv.js'

/**
 * Reads the text of a CSV file: a header, then one record per row (rules.md#cmdb-request). Reports every fault.
 *
 * @param environment the environment of records that name no environment
 */
export function* readCsvRecords(text: string, environment: string): Steps<CmdbFile> {
  const lines: number[] = []
  const issues = new CmdbIssues(lines)
  const zero = text.indexOf('\u0000')
  if (zero >= 0) issues.add('invalidJson', 'body', `the file is not text: it has the character U+0000 at ${zero}`)
  if (zero >= 0 || !isWithinLimits(text, issues)) return refusedFile(issues)
  const reading = new CsvReading(new RecordReader({ environment, mayHoldOddText: false }, issues), lines)
  yield
  const fault = yield* splitCsv(text, separatorOf(text), (row) => reading.take(row))
  if (fault !== undefined && reading.columns === undefined) {
    issues.add('invalidCsvHeader', 'header', `line ${fault.line}: ${fault.message}`)
  } else if (fault !== undefined) {
    issues.add('invalidJson', `records[${lines.length}]`, `line ${fault.line}: ${fault.message}`)
  } else if (reading.columns === undefined && issues.isEmpty) {
    issues.add('invalidCsvHeader', 'header', 'the file is empty')
  }
  yield
  return reading.end()
}

/** Receives the rows of a file one by one, the header first. */
class CsvReading {
  columns: CsvColumns | undefined
  /** The first line that has more cells than the header, not counting empty cells at its end. */
  #longest: number | undefined
  #width = 0
  /** The width without columns at the end that have no name. */
  #named = 0

  constructor(
    readonly reader: RecordReader,
    readonly lines: number[],
  ) {}

  /** Reads the next row. Returns false if no more rows should be read. */
  take({ cells, line }: CsvRow): boolean {
    if (this.columns === undefined) return this.#takeHeader(cells)
    const row = this.lines.length
    if (row >= LIMITS.cmdbRecords) {
      const message = `line ${line}: one import takes at most ${LIMITS.cmdbRecords} records`
      this.reader.issues.add('tooManyRecords', 'body', message)
      return false
    }
    this.lines.push(line)
    if (cells.length > this.#width && this.#longest === undefined) this.#noteExtraCells(cells, line)
    if (cells.length < this.#named) this.#noteMissingCells(cells, line)
    this.reader.read(this.columns.toRaw(cells), this.columns.keysIn(cells))
    return true
  }

  end(): CmdbFile {
    const { records, issues } = this.reader
    const found = checkRecords(records, issues)
    const warnings = [...(this.columns?.warnings ?? []), ...this.#extraCells(), ...this.reader.warnings, ...found]
    return { records, issues: issues.list, warnings, lines: this.lines }
  }

  #takeHeader(cells: readonly string[]): boolean {
    if (isSeparatorsOnly(cells)) return true
    const fault = headerFault(cells)
    if (fault !== undefined) {
      this.reader.issues.add('invalidCsvHeader', 'header', fault)
      return false
    }
    this.columns = new CsvColumns(cells)
    this.#width = cells.length
    this.#named = cells.findLastIndex((cell) => cell.trim() !== '') + 1
    return true
  }

  #noteExtraCells(cells: readonly string[], line: number): void {
    if (cells.slice(this.#width).some((cell) => cell.trim() !== '')) this.#longest = line
  }

  #noteMissingCells({ length }: readonly string[], line: number): void {
    const params = { line: String(line), cells: String(length), columns: String(this.#named) }
    this.reader.warnings.push({ code: 'missingCells', row: this.lines.length - 1, params })
  }

  /**
   * The warning that a row has more cells than the header. The usual cause is a separator in a value that is not in
   * quotes. The extra cells count as an unknown column without a name.
   */
  #extraCells(): readonly CmdbRemark[] {
    if (this.#longest === undefined) return []
    return [{ code: 'unknownColumn', row: 0, params: { column: '', line: String(this.#longest) } }]
  }
}

function headerFault(cells: readonly string[]): string | undefined {
  if (cells.length > LIMITS.cmdbColumns) {
    return `the header has ${cells.length} columns; a file has at most ${LIMITS.cmdbColumns}`
  }
  if (new CsvColumns(cells).hasResource) return undefined
  const names = cells.map((cell) => cell.trim())
  const found = names
    .filter((name) => name !== '')
    .slice(0, 10)
    .map(truncateForMessage)
    .join(' | ')
  return `the header has no column resource; it has ${found}${headerHint(names)}`
}

/** A hint for an error message: how to correct a header that is nearly right. */
function headerHint([first = '', ...others]: readonly string[]): string {
  if (/^sep=/i.test(first)) return ': remove the line sep=, the separator is detected'
  const similar = [first, ...others].find((name) => name.toLowerCase() === 'resource')
  return similar === undefined ? '' : `: names of columns are in lower case, write resource for ${similar}`
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
    const end = found < 0 ? text.length : found
    if (end - start > LIMITS.cmdbLine) {
      const message = `line ${line} is longer than ${LIMITS.cmdbLine} characters`
      if (line === 1) issues.add('invalidCsvHeader', 'header', message)
      else issues.add('valueTooLong', 'body', message)
      return false
    }
    start = end + 1
  }
  if (line - 1 <= LIMITS.cmdbLines) return true
  issues.add('tooManyRecords', 'body', `the file has ${line - 1} lines; at most ${LIMITS.cmdbLines} are read`)
  return false
}
