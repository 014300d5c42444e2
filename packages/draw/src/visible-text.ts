/**
 * Invisible characters, and characters that XML forbids: control characters, line ends, lone surrogates, and the last
 * two of the plane.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s\ufffe\uffff]+/gu
/** Characters that change the text direction around and after them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text from outside, on one line: invisible characters become spaces, and nothing in it affects the rest of the
 * picture. Every picture format can hold the result after escaping.
 */
export function visibleText(text: string): string {
  return text.replace(DIRECTION_MARKS, '').replace(INVISIBLE, ' ').trim()
}

/** Pictures show a name for the empty environment. */
export function visibleLabel(label: string): string {
  return visibleText(label) || '(no name)'
}

/** At most `length` characters. If there were more, the last one is an ellipsis. */
export function shortened(text: string, length: number): string {
  const characters = charactersOf(text)
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : text
}

const ASCII = /^[ -~]*$/
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Grapheme clusters: what a reader takes for one character, such as an emoji of a family or a letter with accents. */
export function charactersOf(text: string): readonly string[] {
  if (ASCII.test(text)) return text.split('')
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment)
}
