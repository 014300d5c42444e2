import { longestFittingPrefix, textWidth, truncateToWidth } from './text-width.js'
import { splitCharacters } from './visible-text.js'

/**
 * Wraps a label into one or two lines that are at most `width` wide. In these examples, `|` marks the break:
 *
 * - If possible, the label is broken after punctuation or a space (`order-|service`).
 * - If the text up to the next punctuation or space is wider than a line, the label is broken between words
 *   (`order|Service`).
 * - If a word is wider than a line, the word itself is broken.
 *
 * If two lines are not enough, the second line ends with an ellipsis.
 */
export function wrapLabel(text: string, width: number): readonly string[] {
  const fitting = longestFittingPrefix(text, width)
  if (fitting === text) return [text]
  const line =
    longestFirstLine(splitIntoPieces(text, isAfterPunctuation), width) ??
    longestFirstLine(splitIntoPieces(text, beginsWord), width) ??
    fitting
  return [line.trimEnd(), truncateToWidth(text.slice(line.length).trimStart(), width)]
}

interface LabelPiece {
  readonly text: string
  /** The text without punctuation at its end. */
  readonly word: string
}

/**
 * Returns the longest sequence of pieces that fits into the line. Returns `undefined` if the first piece does not fit,
 * or if the next piece is wider than a whole line, because then a piece must be broken itself.
 */
function longestFirstLine(pieces: readonly LabelPiece[], width: number): string | undefined {
  let line = ''
  let used = 0
  for (const { text, word } of pieces) {
    if (used + textWidth(text.trimEnd()) > width) return line !== '' && textWidth(word) <= width ? line : undefined
    line += text
    used += textWidth(text)
  }
  return undefined
}

/** Whether a piece begins at `character`. */
type BeginsPiece = (before: string, character: string, after: string) => boolean

/** Splits the text into pieces. Punctuation at the beginning belongs to the first piece. */
function splitIntoPieces(text: string, begins: BeginsPiece): readonly LabelPiece[] {
  const pieces: LabelPiece[] = []
  const characters = splitCharacters(text)
  let piece = { text: '', word: '' }
  let hasName = false
  for (const [at, character] of characters.entries()) {
    if (hasName && begins(characters[at - 1] ?? '', character, characters[at + 1] ?? '')) {
      pieces.push(piece)
      piece = { text: '', word: '' }
    }
    piece.text += character
    if (BREAK_MARK_PATTERN.test(character)) continue
    piece.word = piece.text
    hasName = true
  }
  return [...pieces, piece]
}

const BREAK_MARK_PATTERN = /^[\s\-_./:@]$/
const CAPITAL_LETTER_PATTERN = /^\p{Lu}/u
const SMALL_LETTER_PATTERN = /^\p{Ll}/u
const SMALL_LETTER_OR_DIGIT_PATTERN = /^[\p{Ll}\p{Nd}]/u

/** Whether `character` is the first one after punctuation. */
function isAfterPunctuation(before: string, character: string): boolean {
  return BREAK_MARK_PATTERN.test(before) && !BREAK_MARK_PATTERN.test(character)
}

/**
 * Whether a word begins at `character`: at each change between punctuation and other characters, and at a capital
 * letter that begins a word, as in `order|Service`, `HTTP|Handler`, `node2|Pool`.
 */
function beginsWord(before: string, character: string, after: string): boolean {
  if (BREAK_MARK_PATTERN.test(before) || BREAK_MARK_PATTERN.test(character))
    return BREAK_MARK_PATTERN.test(before) !== BREAK_MARK_PATTERN.test(character)
  if (!CAPITAL_LETTER_PATTERN.test(character)) return false
  return (
    SMALL_LETTER_OR_DIGIT_PATTERN.test(before) ||
    (CAPITAL_LETTER_PATTERN.test(before) && SMALL_LETTER_PATTERN.test(after))
  )
}
