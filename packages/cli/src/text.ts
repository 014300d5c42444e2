import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
/** Gives a text a color, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

export function painter(isColored: boolean): Paint {
  // Whether colors are wanted is known already; newer releases of Node would look at stdout again.
  return (style, text) => (isColored ? styleText(style, text, { validateStream: false }) : text)
}

/** A name from a file as a terminal may show it: nothing in it moves the cursor, changes colors or turns the direction. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}

export function shortened(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

/** `1,204 records`, `1 record`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}

export function number(count: number): string {
  return count.toLocaleString('en-US')
}

/** `3-5, 9` of 3, 4, 5, 9; after so many parts an ellipsis. */
export function ranges(numbers: readonly number[], most: number): string {
  const parts: [number, number][] = []
  for (const value of [...new Set(numbers)].sort((left, right) => left - right)) {
    const last = parts.at(-1)
    if (last !== undefined && last[1] + 1 === value) last[1] = value
    else parts.push([value, value])
  }
  const shown = parts.slice(0, most).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  return shown.join(', ') + (parts.length > most ? ', …' : '')
}

export interface Cell {
  readonly text: string
  readonly style?: Style | undefined
  /** Words begin at the left of their column, as the first column always does. */
  readonly isWord?: boolean
}

/** Rows as lines, the first column and words to the left, the others to the right, as wide as they need. */
export function table(rows: readonly (readonly Cell[])[], paint: Paint): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, [...text].length)
  }
  return rows.map((row) => {
    const cells = row.map(({ text, style, isWord }, column) => {
      const space = ' '.repeat((widths[column] ?? 0) - [...text].length)
      const padded = column === 0 || isWord ? text + space : space + text
      return style === undefined || text === '' ? padded : paint(style, padded)
    })
    return `  ${cells.join('  ')}`.trimEnd()
  })
}
