import { fitted, prefixOf, textWidth } from './text-width.js'
import { charactersOf } from './visible-text.js'

/**
 * A label on one line, or on two that are at most so wide. No part that fits a line of its own is broken: a name within
 * a part only if the part does not fit, and any other place only if the name does not fit either. If two lines do not
 * suffice, the second one ends in an ellipsis.
 */
export function wrapped(text: string, width: number): readonly string[] {
  const fitting = prefixOf(text, width)
  if (fitting === text) return [text]
  const line = firstLine(partsOf(text, isPart), width) ?? firstLine(partsOf(text, isName), width) ?? fitting
  return [line.trimEnd(), fitted(text.slice(line.length).trimStart(), width)]
}

interface Part {
  readonly text: string
  /** The text without the marks at its end. */
  readonly word: string
}

/** As many parts as fit the line; `undefined` if none does, or if the next one does not fit a line of its own. */
function firstLine(parts: readonly Part[], width: number): string | undefined {
  let line = ''
  let used = 0
  for (const { text, word } of parts) {
    if (used + textWidth(text.trimEnd()) > width) return line !== '' && textWidth(word) <= width ? line : undefined
    line += text
    used += textWidth(text)
  }
  return undefined
}

/** Whether a part begins with the second character. */
type Begins = (before: string, character: string, after: string) => boolean

/** The text in its parts. Marks at its start belong to the first one. */
function partsOf(text: string, begins: Begins): readonly Part[] {
  const parts: Part[] = []
  const characters = charactersOf(text)
  let part = { text: '', word: '' }
  let hasName = false
  for (const [at, character] of characters.entries()) {
    if (hasName && begins(characters[at - 1] ?? '', character, characters[at + 1] ?? '')) {
      parts.push(part)
      part = { text: '', word: '' }
    }
    part.text += character
    if (MARK.test(character)) continue
    part.word = part.text
    hasName = true
  }
  return [...parts, part]
}

const MARK = /^[\s\-_./:@]$/
const CAPITAL = /^\p{Lu}/u
const SMALL = /^\p{Ll}/u
const SMALL_OR_DIGIT = /^[\p{Ll}\p{Nd}]/u

/** Behind the marks that part names. */
function isPart(before: string, character: string): boolean {
  return MARK.test(before) && !MARK.test(character)
}

/** Around the marks, and before a capital that begins a name: `order|Service`, `HTTP|Handler`, `node2|Pool`. */
function isName(before: string, character: string, after: string): boolean {
  if (MARK.test(before) || MARK.test(character)) return MARK.test(before) !== MARK.test(character)
  if (!CAPITAL.test(character)) return false
  return SMALL_OR_DIGIT.test(before) || (CAPITAL.test(before) && SMALL.test(after))
}
