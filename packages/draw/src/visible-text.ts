/** What no picture shows, and XML may not hold: controls, line ends, halves of surrogate pairs, the last two of the plane. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s\ufffe\uffff]+/gu
/** Marks that turn the direction of the text around them, and of what stands behind it. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text from outside on one line: what cannot be seen is a space, and nothing in it changes how the rest of a picture
 * reads. Every format that the drawings are written in can hold the result, once its own marks are escaped.
 */
export function visibleText(text: string): string {
  return text.replace(DIRECTION_MARKS, '').replace(INVISIBLE, ' ').trim()
}

/** The empty environment has a name of its own in pictures. */
export function visibleLabel(label: string): string {
  return visibleText(label) || '(no name)'
}

/** At most so many characters, the last one an ellipsis when there were more. */
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

/** What a reader takes for one character: a family of emoji, a letter with its accents. */
export function charactersOf(text: string): readonly string[] {
  if (ASCII.test(text)) return text.split('')
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment)
}
