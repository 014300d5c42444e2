import { splitIntoPieces } from './exact-json.js'

/** A text that was rewritten as JSON. */
interface RewrittenJson {
  readonly text: string
  /** Converts an offset in the rewritten text to the offset in the original text. */
  readonly originOf: (offset: number) => number
}

/**
 * Rewrites a text as JSON if it contains only mistakes that senders often make (rules.md#payload-formats): control
 * characters in strings, backslashes that begin no escape sequence, single quotes, comments, commas before a closing
 * bracket, and the words `True`, `False` and `None`. Any other mistake remains, so that the parser finds it.
 *
 * The time is linear in the length of any text.
 */
export function toStrictJson(text: string): RewrittenJson {
  const written: string[] = []
  const strings: MovedString[] = []
  let rest = ''
  let [before, after] = [0, 0]
  const flush = () => {
    written.push(correctOutsideStrings(rest))
    rest = ''
  }
  for (const piece of splitIntoPieces(text)) {
    const { length } = piece.text
    const fixed = piece.kind === 'string' ? correctString(piece.text) : piece.text
    if (piece.kind === 'string') {
      flush()
      written.push(fixed)
      const addedCharacters = fixed.length - length
      if (addedCharacters !== 0)
        strings.push({ begins: after, ends: after + fixed.length, origin: before, grown: addedCharacters })
    } else rest += piece.kind === 'comment' ? ' '.repeat(length) : piece.text
    before += length
    after += fixed.length
  }
  flush()
  return { text: written.join(''), originOf: (offset) => findOrigin(strings, offset) }
}

/**
 * A string whose length changed when it was rewritten: where it begins and ends in the rewritten text, where it begins
 * in the original text, and by how many characters it became longer.
 */
interface MovedString {
  readonly begins: number
  readonly ends: number
  readonly origin: number
  readonly grown: number
}

/**
 * Converts an offset in the rewritten text to an offset in the original text. Only strings change their length. An
 * offset inside of a string becomes the beginning of the string.
 */
function findOrigin(strings: readonly MovedString[], offset: number): number {
  let shift = 0
  for (const { begins, ends, origin, grown } of strings) {
    if (offset < begins) break
    if (offset < ends) return origin
    shift += grown
  }
  return offset - shift
}

/**
 * Corrects the text between strings. Each replacement is as long as the replaced text, so that offsets do not change.
 */
function correctOutsideStrings(text: string): string {
  return text
    .replace(/,(?=\s*[\]}])/g, ' ')
    .replace(/\b(?:True|False|None)\b/g, (word) => (word === 'None' ? 'null' : word.toLowerCase()))
}

const FAULT_IN_STRING_PATTERN = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt'])?|["\p{Cc}]/gu

/** Writes a string with double quotes. If the closing quote is missing, it remains missing. */
function correctString(text: string): string {
  const quote = text.charAt(0)
  const isClosed = text.length > 1 && text.endsWith(quote)
  const content = text.slice(1, isClosed ? -1 : undefined).replace(FAULT_IN_STRING_PATTERN, correctCharacter)
  return isClosed ? `"${content}"` : `"${content}`
}

function correctCharacter(found: string): string {
  if (found === '\\' || found === '"') return `\\${found}`
  if (found === "\\'") return "'"
  return found.startsWith('\\') ? found : JSON.stringify(found).slice(1, -1)
}
