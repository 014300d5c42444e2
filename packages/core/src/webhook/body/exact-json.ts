import { isExactJson, isJson, type JsonValue } from '../../json-value.js'

/**
 * Parses JSON. An integer beyond 2^53 - 1, which a number cannot represent exactly, becomes the text of its digits
 * (rules.md#payload-formats).
 *
 * @returns `undefined` if the value does not satisfy `isJson`
 * @throws SyntaxError if the text is not JSON
 */
export function parseExactly(text: string): JsonValue | undefined {
  const parsed: unknown = JSON.parse(text)
  // Most texts have no such integer, so only a text that may have one is parsed twice.
  if (isExactJson(parsed)) return parsed
  const exact: unknown = JSON.parse(quoteLongIntegers(text))
  return isJson(exact) ? exact : undefined
}

/** Puts quotes around the long integers in a text that is valid JSON. */
function quoteLongIntegers(text: string): string {
  const quoted: string[] = []
  for (const piece of splitIntoPieces(text)) {
    quoted.push(piece.kind === 'string' ? piece.text : piece.text.replace(NUMBER_PATTERN, quoteIfLong))
  }
  return quoted.join('')
}

const NUMBER_PATTERN = /-?[0-9][0-9.eE+-]*/g
const INTEGER_PATTERN = /^-?[0-9]+$/

function quoteIfLong(number: string): string {
  return INTEGER_PATTERN.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number
}

/**
 * A piece of a text in JSON or a similar format: a string with its quotes, a comment, or the text between strings and
 * comments.
 */
export interface JsonPiece {
  readonly kind: 'string' | 'comment' | 'rest'
  readonly text: string
}

/**
 * Splits a text into its pieces, in one pass and without recursion. Strings may have single quotes. A string or a
 * comment without an end extends to the end of the text.
 */
export function* splitIntoPieces(text: string): Generator<JsonPiece> {
  for (let at = 0; at < text.length; ) {
    const begins = at
    const kind = kindAt(text, begins)
    if (kind === 'string') at = findStringEnd(text, begins)
    else if (kind === 'comment') at = findCommentEnd(text, begins)
    else for (at++; at < text.length && kindAt(text, at) === 'rest'; ) at++
    yield { kind, text: text.slice(begins, at) }
  }
}

const [QUOTE, APOSTROPHE, ASTERISK, SLASH, BACKSLASH] = [0x22, 0x27, 0x2a, 0x2f, 0x5c]

/** The kind of the piece that begins at an offset outside of strings and comments. */
function kindAt(text: string, at: number): JsonPiece['kind'] {
  const code = text.charCodeAt(at)
  if (code === QUOTE || code === APOSTROPHE) return 'string'
  if (code !== SLASH) return 'rest'
  const next = text.charCodeAt(at + 1)
  return next === SLASH || next === ASTERISK ? 'comment' : 'rest'
}

function findStringEnd(text: string, begins: number): number {
  const quote = text.charCodeAt(begins)
  for (let at = begins + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === BACKSLASH) at++
  }
  return text.length
}

function findCommentEnd(text: string, begins: number): number {
  const end = text.charCodeAt(begins + 1) === ASTERISK ? '*/' : '\n'
  const found = text.indexOf(end, begins + 2)
  return found < 0 ? text.length : found + end.length
}
