import { splitCharacters } from './visible-text.js'

/**
 * Character widths relative to the font size: the widths in bold Arial plus a margin, because the font of the viewer is
 * unknown. A character that matches none of these expressions gets `DEFAULT_CHARACTER_WIDTH`, the width of most
 * letters.
 */
const CHARACTER_WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/^[ !',./:;Iijl|\\]$/u, 0.3],
  [/^[-()[\]`{}*frt"]$/u, 0.4],
  [/^[mMW%@]$/u, 0.95],
  [/^[A-Zw&]$/u, 0.76],
  [/^[!-~]$/u, 0.61],
  [/^\p{Mark}$/u, 0],
  [/\p{Emoji_Presentation}|\ufe0f/u, 1.4],
  [/^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u, 1],
  [/^[\u{1f000}-\u{3ffff}]/u, 1.4],
]
const DEFAULT_CHARACTER_WIDTH = 0.68

/** Estimates the width of a text relative to its font size. The estimate is more often too large than too small. */
export function textWidth(text: string): number {
  return splitCharacters(text).reduce((sum, character) => sum + widthOf(character), 0)
}

function widthOf(character: string): number {
  return (character.length === 1 ? ASCII_WIDTHS[character.charCodeAt(0)] : undefined) ?? matchWidth(character)
}

function matchWidth(character: string): number {
  return CHARACTER_WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? DEFAULT_CHARACTER_WIDTH
}

/**
 * The widths of the ASCII characters, by character code. They are computed once, because a picture may contain
 * thousands of names, most of them in ASCII.
 */
const ASCII_WIDTHS = Array.from({ length: 128 }, (_, code) => matchWidth(String.fromCharCode(code)))

/** Truncates a text with an ellipsis if it is wider than `width`. */
export function truncateToWidth(text: string, width: number): string {
  const fitting = longestFittingPrefix(text, width)
  if (fitting === text) return text
  return `${longestFittingPrefix(text, width - textWidth('…')).trimEnd()}…`
}

/** Returns the longest beginning of the text that is not wider than `width`. */
export function longestFittingPrefix(text: string, width: number): string {
  let prefix = ''
  let remainingWidth = width
  for (const character of splitCharacters(text)) {
    remainingWidth -= widthOf(character)
    if (remainingWidth < 0) return prefix
    prefix += character
  }
  return text
}
