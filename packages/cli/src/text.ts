import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
/** Adds a style, such as a color, to a text. Returns the text unchanged if stdout has no colors. */
export type Paint = (style: Style, text: string) => string

export function createPaint(isColored: boolean): Paint {
  // Without `validateStream: false`, newer releases of Node remove the colors if stdout is not a terminal. Here
  // `isColored` alone must decide whether a text has colors.
  return (style, text) => (isColored ? styleText(style, text, { validateStream: false }) : text)
}

/** Escapes characters that could move the cursor, change colors or reverse the text direction of a terminal. */
export function escapeControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}

export function shortenText(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

/** Formats a number with a noun, e.g. `1,204 records` or `1 record`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}

export function formatNumber(count: number): string {
  return count.toLocaleString('en-US')
}

/**
 * Formats numbers as ranges: 3, 4, 5, 9 become `3-5, 9`. If there are more than `most` ranges, an ellipsis replaces the
 * rest.
 */
export function formatRanges(numbers: readonly number[], most: number): string {
  const ranges: [number, number][] = []
  for (const value of [...new Set(numbers)].sort((left, right) => left - right)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === value) last[1] = value
    else ranges.push([value, value])
  }
  const first = ranges.slice(0, most).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  return first.join(', ') + (ranges.length > most ? ', …' : '')
}

export interface Cell {
  readonly text: string
  readonly style?: Style | undefined
  /** Whether the cell is aligned left; default: it is aligned right. The first column is always aligned left. */
  readonly isLeftAligned?: boolean
}

/** Formats rows as lines, with column widths that fit the content. */
export function formatTable(rows: readonly (readonly Cell[])[], paint: Paint): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, [...text].length)
  }
  return rows.map((row) => {
    const cells = row.map(({ text, style, isLeftAligned }, column) => {
      const space = ' '.repeat((widths[column] ?? 0) - [...text].length)
      const padded = column === 0 || isLeftAligned ? text + space : space + text
      return style === undefined || text === '' ? padded : paint(style, padded)
    })
    return `  ${cells.join('  ')}`.trimEnd()
  })
}
