/**
 * Kinds of files that are not UTF-8. Each entry has a text for the error message, and the bytes with which such a file
 * begins.
 */
const FORMATS: readonly (readonly [string, readonly number[]])[] = [
  ['a zip archive (or a spreadsheet): unpack it, or save it as CSV', [0x50, 0x4b, 0x03, 0x04]],
  ['compressed with gzip: unpack it', [0x1f, 0x8b]],
]
const SIGNATURES: typeof FORMATS = [
  ...FORMATS,
  ['UTF-16: save it as UTF-8', [0xff, 0xfe]],
  ['UTF-16: save it as UTF-8', [0xfe, 0xff]],
]
const LONGEST_SIGNATURE = 4
/**
 * The number of bytes decoded in one call. From the first non-ASCII character of a piece to the end of the piece,
 * decoding is slow. In the next piece, it is fast again. Pieces are therefore small.
 */
const PIECE = 4 * 1024
const NEW_LINE = 0x0a
const BYTE_ORDER_MARK = '\ufeff'
const NOTHING: Uint8Array = new Uint8Array(0)
/**
 * With `ignoreBOM`, the decoder keeps U+FEFF in the output. Without this option, the decoder would remove U+FEFF at the
 * start of each piece. But U+FEFF is a byte order mark only at the start of the file.
 */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type DecodedText = { readonly text: string } | { readonly fault: string }

/**
 * Decodes the bytes of a UTF-8 file as they arrive, piece by piece. A piece may end anywhere, even within a character.
 * The decoded text is kept; the bytes are not.
 */
export class TextDecoding {
  #start = NOTHING
  #text = ''
  /** The bytes of the last character, if this character may be incomplete. */
  #open = NOTHING
  #badLine: number | undefined

  /** Decodes the next bytes. Returns false after a fault: the caller need not read any further. */
  add(bytes: Uint8Array): boolean {
    if (this.#start.length < LONGEST_SIGNATURE) this.#start = joined(this.#start, bytes.subarray(0, LONGEST_SIGNATURE))
    const known = this.#open.length === 0 ? bytes : joined(this.#open, bytes)
    let at = 0
    for (let end = nextCut(known, at); end > at && this.#badLine === undefined; end = nextCut(known, at)) {
      this.#decode(known.subarray(at, end))
      at = end
    }
    this.#open = Uint8Array.from(known.subarray(at))
    return this.#badLine === undefined
  }

  /** The text without its byte order mark, or the reason why the file cannot be read. */
  end(): DecodedText {
    if (this.#badLine === undefined) this.#decode(this.#open)
    const signature = nameOf(SIGNATURES, this.#start)
    if (signature !== undefined) return { fault: `the file is ${signature}` }
    if (this.#badLine !== undefined) return { fault: `the file is not valid UTF-8, see line ${this.#badLine}` }
    return { text: this.#text.startsWith(BYTE_ORDER_MARK) ? this.#text.slice(1) : this.#text }
  }

  /** @param bytes if the last character is incomplete, the bytes count as invalid UTF-8 */
  #decode(bytes: Uint8Array): void {
    const text = decoded(bytes)
    if (text === undefined) this.#badLine = newLinesIn(this.#text) + firstBadLine(bytes)
    else this.#text += text
  }
}

/** Names the format of a file that is no text, by its first four bytes; `undefined` for any other file. */
export function knownFormatOf(start: ArrayLike<number>): string | undefined {
  return nameOf(FORMATS, start)
}

function nameOf(formats: typeof FORMATS, start: ArrayLike<number>): string | undefined {
  return formats.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte))?.[0]
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/**
 * Returns the end of the piece that begins at `start`. The end never splits a character: if the last character has
 * several bytes, the piece ends before this character.
 */
function nextCut(bytes: Uint8Array, start: number): number {
  const end = Math.min(start + PIECE, bytes.length)
  let last = end - 1
  while (last > start && last > end - 4 && isContinuation(bytes[last])) last--
  return (bytes[last] ?? 0) >= 0xc0 ? last : end
}

function isContinuation(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

export function newLinesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/**
 * The number of the first invalid line, counted from 1. Lines can be checked one by one, because no multi-byte
 * character contains the byte of a new line.
 */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEW_LINE, start)
    const end = found < 0 ? bytes.length : found
    if (decoded(bytes.subarray(start, end)) === undefined) break
    start = end + 1
  }
  return line
}
