import { writeToString } from '@fast-csv/format'

/** The fields of a row that a CSV file has as columns, in their order. */
export type CsvColumns<Row> = readonly (keyof Row & string)[]

/** Writing this many rows takes some milliseconds. */
const ROWS_AT_ONCE = 1_000

/**
 * Writes rows as CSV with a header, in texts of some rows. The next page is asked for only when its text is: memory holds
 * one page at a time. A list is written with `|` between its items, an object as JSON.
 *
 * @param isRaw whether each cell is exactly its value. Otherwise a cell that a spreadsheet would take for a formula
 *   begins with `'` (rules.md#csv-lists-4)
 */
export async function* writeCsv<Row>(
  pages: AsyncIterable<readonly Row[]>,
  { columns, isRaw }: { readonly columns: CsvColumns<Row>; readonly isRaw: boolean },
): AsyncGenerator<string> {
  yield await linesOf([columns])
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += ROWS_AT_ONCE) {
      const rows = page.slice(start, start + ROWS_AT_ONCE)
      yield await linesOf(rows.map((row) => columns.map((name) => cell(row[name], isRaw))))
    }
  }
}

function linesOf(rows: readonly (readonly string[])[]): Promise<string> {
  return writeToString(
    rows.map((row) => [...row]),
    { headers: false, includeEndRowDelimiter: true },
  )
}

/** What makes a spreadsheet take a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: unknown, isRaw: boolean): string {
  const text = textOf(value)
  return !isRaw && FORMULA.test(text) ? `'${text}` : text
}

/** Without U+0000, which fast-csv leaves out too: it must not hide the first character that a spreadsheet sees. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join('|').replaceAll('\0', '')
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('\0', '')
}
