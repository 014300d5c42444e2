/**
 * Invisible characters and characters that XML forbids: white space, control characters, line ends, lone surrogates,
 * U+FFFE and U+FFFF.
 */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s\ufffe\uffff]+/gu
/** Characters that change the direction of the text around them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes a text safe for a picture, on one line. Replaces invisible characters by spaces. Removes characters that change
 * the direction of other texts. After escaping, the result is valid in every picture format.
 */
export function visibleText(text: string): string {
  return text.replace(DIRECTION_MARKS, '').replace(INVISIBLE_CHARACTERS, ' ').trim()
}

/**
 * Formats the label of a node or the name of an environment for pictures. A text without visible characters becomes
 * `(no name)`.
 */
export function visibleLabel(label: string): string {
  return visibleText(label) || '(no name)'
}

/** Shortens a text to at most `length` characters. A shortened text ends with an ellipsis. */
export function shortenText(text: string, length: number): string {
  const characters = splitCharacters(text)
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : text
}

const ASCII_TEXT_PATTERN = /^[ -~]*$/
const GRAPHEME_SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Splits a text into grapheme clusters. A reader sees each of them as one character, for example an emoji of a family,
 * or a letter with accents.
 */
export function splitCharacters(text: string): readonly string[] {
  if (ASCII_TEXT_PATTERN.test(text)) return text.split('')
  return Array.from(GRAPHEME_SEGMENTER.segment(text), ({ segment }) => segment)
}
