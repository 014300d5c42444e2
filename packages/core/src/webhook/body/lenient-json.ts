import { jsonPieces } from './exact-json.js'

/** A text that was rewritten as JSON. */
interface Rewritten {
  readonly text: string
  /** Returns the place in the original text to which a place in the rewritten text belongs. */
  readonly originOf: (offset: number) => number
}

/**
 * Rewrites a text as JSON, if it differs from JSON only in what senders often get wrong (rules.md#payload-formats):
 * control characters in strings, backslashes that begin no escape sequence, single quotes, comments, commas before a
 * closing bracket, and the words `True`, `False` and `None`. Any other fault remains, so that the parser finds it.
 *
 * The time is proportional to the length of the text, whatever the text is.
 */
export function toStrictJson(text: string): Rewritten {
  const written: string[] = []
  const strings: StringPlace[] = []
  let rest = ''
  let [before, after] = [0, 0]
  const flush = () => {
    written.push(fixedRest(rest))
    rest = ''
  }
  for (const piece of jsonPieces(text)) {
    const { length } = piece.text
    const fixed = piece.kind === 'string' ? fixedString(piece.text) : piece.text
    if (piece.kind === 'string') {
      flush()
      written.push(fixed)
      const grown = fixed.length - length
      if (grown !== 0) strings.push({ begins: after, ends: after + fixed.length, origin: before, grown })
    } else rest += piece.kind === 'comment' ? ' '.repeat(length) : piece.text
    before += length
    after += fixed.length
  }
  flush()
  return { text: written.join(''), originOf: (offset) => originIn(strings, offset) }
}

/**
 * A string that became longer when it was rewritten: its position in the rewritten text, and where it begins in the
 * original text.
 */
interface StringPlace {
  readonly begins: number
  readonly ends: number
  readonly origin: number
  readonly grown: number
}

/**
 * Converts a position in the rewritten text to a position in the original text. Only strings change their length. A
 * position inside of a string becomes the beginning of the string.
 */
function originIn(strings: readonly StringPlace[], offset: number): number {
  let shift = 0
  for (const { begins, ends, origin, grown } of strings) {
    if (offset < begins) break
    if (offset < ends) return origin
    shift += grown
  }
  return offset - shift
}

/**
 * Mends the text between strings. Each replacement has the length of the replaced text, so that the place of a fault in
 * the mended text is also its place in the body.
 */
function fixedRest(text: string): string {
  return text
    .replace(/,(?=\s*[\]}])/g, ' ')
    .replace(/\b(?:True|False|None)\b/g, (word) => (word === 'None' ? 'null' : word.toLowerCase()))
}

const WRONG_IN_STRING = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt'])?|["\p{Cc}]/gu

/** Writes a string with double quotes. If the closing quote is missing, it stays missing. */
function fixedString(text: string): string {
  const quote = text.charAt(0)
  const isClosed = text.length > 1 && text.endsWith(quote)
  const content = text.slice(1, isClosed ? -1 : undefined).replace(WRONG_IN_STRING, fixedCharacter)
  return isClosed ? `"${content}"` : `"${content}`
}

function fixedCharacter(found: string): string {
  if (found === '\\' || found === '"') return `\\${found}`
  if (found === "\\'") return "'"
  return found.startsWith('\\') ? found : JSON.stringify(found).slice(1, -1)
}
