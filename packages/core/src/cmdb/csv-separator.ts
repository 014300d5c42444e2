export type CsvSeparator = ',' | ';'

/** The separator of which the header has more outside of quotes. */
export function separatorOf(text: string): CsvSeparator {
  const header = firstLineOf(text).replaceAll(/"[^"]*"/g, '')
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** The first line that has more than separators: spreadsheets write lines of these alone. */
function firstLineOf(text: string): string {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) if (/[^\s,;]/.test(line)) return line
  return ''
}

/** Whether a row, split by whichever separator, has separators alone. */
export function isSeparatorsOnly(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[\s,;]*$/.test(cell))
}
