/** A position in a text. */
export interface TextPosition {
  /** The number of the line; the first is 1. */
  readonly line: number
  /** The column in UTF-16 units; the first is 1. */
  readonly column: number
  /** The number of UTF-16 units before the position. */
  readonly offset: number
}

/** The name of a field, or the index of a list item. */
export type JsonStep = string | number

/** Receives the values of a text in document order. */
export interface JsonVisitor {
  /**
   * Called when a value begins: the root, the value of a field, or an item of a list.
   *
   * @param step the name of the field, or the index of the item; `undefined` for the root
   */
  readonly enter: (step: JsonStep | undefined, position: TextPosition) => void
  /** Called when a value ends. The values inside an object or a list end before the object or list ends. */
  readonly leave: () => void
}

/**
 * Scans a text as JSON. Uses no recursion, since the nesting depth is unlimited.
 *
 * @returns the position of the first fault; `undefined` = the text is valid JSON
 */
export function scanJson(text: string, visitor?: JsonVisitor): TextPosition | undefined {
  const scan = new JsonScan(text, visitor)
  while (scan.advance()) {}
  return scan.fault
}

/** The kind of token that must come next. */
type ExpectedToken = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'comma' | 'end'

/** A list or object whose end is not yet reached. */
interface Container {
  readonly close: '}' | ']'
  /** The name or index of the current or next value. */
  step: JsonStep
}

class JsonScan {
  fault: TextPosition | undefined
  readonly #text: string
  readonly #visitor: JsonVisitor | undefined
  readonly #open: Container[] = []
  #expected: ExpectedToken = 'value'
  /** The offsets at which the current token begins and ends. */
  #begins = 0
  #ends = 0
  /**
   * The current line: its number, the offset at which it begins, and the offset up to which line ends have been
   * counted.
   */
  readonly #line = { number: 1, start: 0, counted: 0 }

  constructor(text: string, visitor: JsonVisitor | undefined) {
    this.#text = text
    this.#visitor = visitor
  }

  /** Consumes one token. Returns `false` at the end of the text, and for an unexpected token. */
  advance(): boolean {
    const token = this.#next()
    if (token === '' && this.#expected === 'end') return false
    if (this.#accept(token)) return true
    this.fault = this.#position()
    return false
  }

  /** The next token, which may be invalid; an empty text at the end of the input. */
  #next(): string {
    let at = this.#ends
    while (BLANK_CHARACTERS.includes(this.#text.charAt(at)) && at < this.#text.length) at++
    this.#begins = at
    this.#ends = findTokenEnd(this.#text, at)
    return this.#text.slice(this.#begins, this.#ends)
  }

  #accept(token: string): boolean {
    switch (this.#expected) {
      case 'first item':
        return token === ']' ? this.#close() : this.#begin(token)
      case 'value':
        return this.#begin(token)
      case 'first name':
        return token === '}' ? this.#close() : this.#name(token)
      case 'name':
        return this.#name(token)
      case 'colon':
        this.#expected = 'value'
        return token === ':'
      case 'comma':
        return this.#continue(token)
      case 'end':
        return false
    }
  }

  #begin(token: string): boolean {
    const step = this.#open.at(-1)?.step
    if (token === '{' || token === '[') {
      this.#visitor?.enter(step, this.#position())
      this.#open.push({ close: token === '{' ? '}' : ']', step: 0 })
      this.#expected = token === '{' ? 'first name' : 'first item'
      return true
    }
    if (parseToken(token) === undefined) return false
    this.#visitor?.enter(step, this.#position())
    this.#visitor?.leave()
    this.#expectMore()
    return true
  }

  #close(): boolean {
    this.#open.pop()
    this.#visitor?.leave()
    this.#expectMore()
    return true
  }

  #name(token: string): boolean {
    const container = this.#open.at(-1)
    const name = parseToken(token)
    if (container === undefined || typeof name !== 'string') return false
    container.step = name
    this.#expected = 'colon'
    return true
  }

  #continue(token: string): boolean {
    const container = this.#open.at(-1)
    if (container === undefined) return false
    if (token === container.close) return this.#close()
    if (typeof container.step === 'number') container.step++
    this.#expected = container.close === ']' ? 'value' : 'name'
    return token === ','
  }

  #expectMore(): void {
    this.#expected = this.#open.length === 0 ? 'end' : 'comma'
  }

  #position(): TextPosition {
    const line = this.#line
    for (; line.counted < this.#begins; line.counted++) {
      if (!isEndOfLine(this.#text, line.counted)) continue
      line.number++
      line.start = line.counted + 1
    }
    return { line: line.number, column: this.#begins - line.start + 1, offset: this.#begins }
  }
}

const BLANK_CHARACTERS = ' \t\r\n'
const WORD_END_CHARACTERS = `${BLANK_CHARACTERS}{}[],:"`

/** Returns the offset at which a token ends. A token is a string, a punctuation character, or a word. */
function findTokenEnd(text: string, begins: number): number {
  if (text.charAt(begins) === '"') return findStringEnd(text, begins)
  let at = begins
  while (at < text.length && !WORD_END_CHARACTERS.includes(text.charAt(at))) at++
  return at === begins && at < text.length ? at + 1 : at
}

/**
 * Returns the offset at which a string ends: after its closing quote, or at the end of its line if the quote is
 * missing.
 */
function findStringEnd(text: string, begins: number): number {
  let at = begins + 1
  while (at < text.length && !STRING_END_CHARACTERS.includes(text.charAt(at))) at += text.charAt(at) === '\\' ? 2 : 1
  return Math.min(text.charAt(at) === '"' ? at + 1 : at, text.length)
}

const STRING_END_CHARACTERS = '"\r\n'

/** True at a line feed, and at a carriage return that no line feed follows. */
function isEndOfLine(text: string, at: number): boolean {
  const character = text.charAt(at)
  return character === '\n' || (character === '\r' && text.charAt(at + 1) !== '\n')
}

/** Parses a string, number or keyword; `undefined` if the token is invalid. */
function parseToken(token: string): unknown {
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}
