export type CsvSeparator = ',' | ';'

/** The separator that occurs more often in the header, outside of quotes. */
export function separatorOf(text: string): CsvSeparator {
  const header = firstLineOf(text).replaceAll(/"[^"]*"/g, '')
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** The first line that is more than separators. Spreadsheets write lines that consist of separators only. */
function firstLineOf(text: string): string {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) if (/[^\s,;]/.test(line)) return line
  return ''
}

/** True if a row holds nothing but separators, whichever separator it was split by. */
export function isSeparatorsOnly(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[\s,;]*$/.test(cell))
}
