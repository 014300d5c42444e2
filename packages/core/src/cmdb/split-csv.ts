import Papa from 'papaparse'
import type { Steps } from '../steps.js'

/** Yields after this many rows, which take a few milliseconds. */
const ROWS_AT_ONCE = 2_000

/** The fault at which splitting a file into rows stops. */
export interface CsvFault {
  /** The line on which the row with the fault begins, from 1. */
  readonly line: number
  readonly message: string
}

export interface CsvRow {
  readonly cells: readonly string[]
  /** The line on which the row begins, from 1. */
  readonly line: number
}

/**
 * Splits the text of a CSV file into rows, without empty rows. A cell in quotes may contain separators, line ends and
 * doubled quotes. Lines end with CRLF or LF, or with CR if the first line ends with CR only.
 *
 * @param onRow returns false to stop reading
 * @returns the fault if a quote is not closed correctly; reading stops there
 */
export function* splitCsv(
  text: string,
  separator: CsvSeparator,
  onRow: (row: CsvRow) => boolean,
): Steps<CsvFault | undefined> {
  const lineEnd = lineEndOf(text)
  const mayHoldLines = text.includes('"')
  let line = 1
  let fault: CsvFault | undefined
  let rows = 0
  let paused: Papa.Parser | undefined
  Papa.parse<readonly string[]>(text, {
    delimiter: separator,
    newline: lineEnd,
    step: ({ data: cells, errors }, parser) => {
      const begin = line
      line += 1 + (mayHoldLines ? countLinesWithin(cells, lineEnd) : 0)
      const [error] = errors
      if (error !== undefined) fault = { line: begin, message: faultMessage(error) }
      if (fault !== undefined || (!isBlankRow(cells) && !onRow({ cells, line: begin }))) parser.abort()
      else if (++rows % ROWS_AT_ONCE === 0) {
        paused = parser
        parser.pause()
      }
    },
  })
  while (paused !== undefined) {
    const parser: Papa.Parser = paused
    paused = undefined
    yield
    parser.resume()
  }
  return fault
}

/**
 * The line end of a file, which the first line decides. For CRLF, the result is LF, because the CR at the end of a line
 * is trimmed as white space.
 */
export function lineEndOf(text: string): '\n' | '\r' {
  return /\r\n|\n|\r/.exec(text)?.[0] === '\r' ? '\r' : '\n'
}

function faultMessage({ code }: Papa.ParseError): string {
  if (code === 'MissingQuotes') return 'a cell begins with a quote that is never closed'
  return 'after the closing quote of a cell comes more text: write quotes inside of a cell twice'
}

function countLinesWithin(cells: readonly string[], lineEnd: string): number {
  let count = 0
  for (const cell of cells) {
    for (let at = cell.indexOf(lineEnd); at >= 0; at = cell.indexOf(lineEnd, at + 1)) count++
  }
  return count
}

/** True for an empty line, and for a line that a spreadsheet filled with separators only. */
function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '')
}

/**
 * The possible separators of cells. If two of them occur equally often in a header, the one that comes first here is
 * used.
 */
const CSV_SEPARATORS = [',', ';', '\t', '|'] as const
export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/**
 * Returns the separator that the line `sep=` names, or else the separator that occurs most often in the header.
 * Separators inside quotes are not counted. Returns `undefined` if the line `sep=` names no separator.
 */
export function separatorOf(text: string): CsvSeparator | undefined {
  const header = firstLineOf(text)
  const [, named] = SEPARATOR_LINE.exec(header) ?? []
  if (named !== undefined) return CSV_SEPARATORS.find((separator) => separator === named)
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counts = CSV_SEPARATORS.map((separator) => ({ separator, count: bare.split(separator).length }))
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).separator
}

/** Some spreadsheet programs write a first line that names the separator, such as `sep=;`. */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?[\s,;|]*$/i

/**
 * Finds the header of a file among its rows. Before the header, a spreadsheet may write lines that contain only
 * separators, and one line that names the separator.
 */
export class HeaderSearch {
  #hasSeparatorLine = false

  isHeader(cells: readonly string[]): boolean {
    if (isSeparatorsOnly(cells)) return false
    const isNamed = !this.#hasSeparatorLine && isSeparatorLine(cells)
    this.#hasSeparatorLine ||= isNamed
    return !isNamed
  }
}

/** True if the first row of a file only names the separator. */
function isSeparatorLine([first = '', ...others]: readonly string[]): boolean {
  return /^\s*sep=[,;|\t]?\s*$/i.test(first) && isSeparatorsOnly(others)
}

/**
 * The first line that contains more than separators and white space. Before the header, a spreadsheet may write lines
 * that contain only separators.
 */
function firstLineOf(text: string): string {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) if (/[^\s,;|]/.test(line)) return line
  return ''
}

/** True if a row contains only separators (commas, semicolons, tabs or `|`) and white space. */
export function isSeparatorsOnly(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[\s,;|]*$/.test(cell))
}
