export type CsvSeparator = ',' | ';'

/**
 * Returns the separator that occurs more often in the header: comma or semicolon. Separators inside quotes are not
 * counted.
 */
export function separatorOf(text: string): CsvSeparator {
  const header = firstLineOf(text).replaceAll(/"[^"]*"/g, '')
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/**
 * The first line that contains anything besides separators and white space. Before the header, a spreadsheet may write
 * lines that contain only separators.
 */
function firstLineOf(text: string): string {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) if (/[^\s,;]/.test(line)) return line
  return ''
}

/** True if a row contains only separators (commas or semicolons) and white space. */
export function isSeparatorsOnly(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[\s,;]*$/.test(cell))
}
