import { writeToString } from '@fast-csv/format'

/** The fields of a row that become columns of the CSV file, in this order. */
export type CsvColumns<Row> = readonly (keyof Row & string)[]

/** Maximum number of rows in one yielded text. Writing this many rows takes a few milliseconds. */
const ROWS_AT_ONCE = 1_000

/**
 * Yields rows as CSV with a header, up to 1,000 rows at a time. Requests each page only when its rows are needed, so
 * only one page is in memory. In a cell, the items of a list are separated by `|`, and an object is JSON.
 *
 * @param isRaw if true, each cell is exactly its value. Otherwise `'` is put before a value that a spreadsheet would
 *   treat as a formula (rules.md#csv-lists-4)
 */
export async function* writeCsv<Row>(
  pages: AsyncIterable<readonly Row[]>,
  { columns, isRaw }: { readonly columns: CsvColumns<Row>; readonly isRaw: boolean },
): AsyncGenerator<string> {
  yield await formatRows([columns])
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += ROWS_AT_ONCE) {
      const rows = page.slice(start, start + ROWS_AT_ONCE)
      yield await formatRows(rows.map((row) => columns.map((name) => formatCell(row[name], isRaw))))
    }
  }
}

function formatRows(rows: readonly (readonly string[])[]): Promise<string> {
  return writeToString(
    rows.map((row) => [...row]),
    { headers: false, includeEndRowDelimiter: true },
  )
}

/** A spreadsheet treats a cell that begins with one of these characters as a formula. */
const FORMULA_START_PATTERN = /^[=+\-@\t\r]/

function formatCell(value: unknown, isRaw: boolean): string {
  const text = formatValue(value)
  return !isRaw && FORMULA_START_PATTERN.test(text) ? `'${text}` : text
}

/**
 * Removes U+0000, because fast-csv removes it later. Otherwise U+0000 could hide the first character of a formula from
 * the check.
 */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join('|').replaceAll('\0', '')
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('\0', '')
}
