/** A part of a text in JSON or similar: a string with its quotes, a comment, or what is between those. */
export interface JsonPiece {
  readonly kind: 'string' | 'comment' | 'rest'
  readonly text: string
}

/**
 * Splits a text into its pieces, in one pass and without recursion. Strings may have single quotes. A string or a
 * comment that does not end goes to the end of the text.
 */
export function* jsonPieces(text: string): Generator<JsonPiece> {
  const start = /["']|\/[/*]/g
  for (let at = 0; at < text.length; ) {
    start.lastIndex = at
    const found = start.exec(text)
    const begins = found?.index ?? text.length
    if (begins > at) yield { kind: 'rest', text: text.slice(at, begins) }
    if (found === null) return
    const [sign] = found
    const isString = sign.length === 1
    at = isString ? endOfString(text, begins) : endOfComment(text, begins)
    yield { kind: isString ? 'string' : 'comment', text: text.slice(begins, at) }
  }
}

function endOfString(text: string, begins: number): number {
  const next = text.charAt(begins) === '"' ? /["\\]/g : /['\\]/g
  next.lastIndex = begins + 1
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    if (found[0] !== '\\') return next.lastIndex
    next.lastIndex++
  }
  return text.length
}

function endOfComment(text: string, begins: number): number {
  const end = text.charAt(begins + 1) === '*' ? '*/' : '\n'
  const found = text.indexOf(end, begins + 2)
  return found < 0 ? text.length : found + end.length
}
