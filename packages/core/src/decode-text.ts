/**
 * Formats of files that are not text. Each entry has a text for the error message, and the bytes with which a file in
 * this format begins.
 */
const KNOWN_BINARY_FORMATS: readonly (readonly [string, readonly number[]])[] = [
  ['a zip archive (or a spreadsheet): unpack it, or save it as CSV', [0x50, 0x4b, 0x03, 0x04]],
  ['compressed with gzip: unpack it', [0x1f, 0x8b]],
]
const SIGNATURES: typeof KNOWN_BINARY_FORMATS = [
  ...KNOWN_BINARY_FORMATS,
  ['UTF-16: save it as UTF-8', [0xff, 0xfe]],
  ['UTF-16: save it as UTF-8', [0xfe, 0xff]],
]
const LONGEST_SIGNATURE = 4
/**
 * The number of bytes that are decoded in one call. After the first non-ASCII character of a piece, decoding the rest
 * of the piece is slow. Small pieces keep this slow part short.
 */
const PIECE_BYTES = 4 * 1024
const NEW_LINE = 0x0a
const BYTE_ORDER_MARK = '\ufeff'
const NO_BYTES: Uint8Array = new Uint8Array(0)
/**
 * With `ignoreBOM`, the decoder keeps U+FEFF in the output. Without this option, the decoder would remove U+FEFF at the
 * start of each piece. But U+FEFF is a byte order mark only at the start of the file.
 */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type DecodedText = { readonly text: string } | { readonly fault: string }

/**
 * Decodes the bytes of a UTF-8 file as they arrive, piece by piece. A piece may end anywhere, even within a character.
 * Stores the decoded text, but not the bytes.
 */
export class TextDecoding {
  #start = NO_BYTES
  #text = ''
  /** The bytes of the last character so far, if more bytes of this character may follow. */
  #open = NO_BYTES
  #badLine: number | undefined

  /** Decodes the next bytes. Returns false after a fault: the caller need not read any further bytes. */
  add(bytes: Uint8Array): boolean {
    if (this.#start.length < LONGEST_SIGNATURE)
      this.#start = concatenate(this.#start, bytes.subarray(0, LONGEST_SIGNATURE))
    const undecoded = this.#open.length === 0 ? bytes : concatenate(this.#open, bytes)
    let at = 0
    for (
      let end = findPieceEnd(undecoded, at);
      end > at && this.#badLine === undefined;
      end = findPieceEnd(undecoded, at)
    ) {
      this.#decode(undecoded.subarray(at, end))
      at = end
    }
    this.#open = Uint8Array.from(undecoded.subarray(at))
    return this.#badLine === undefined
  }

  /** Returns the text without its byte order mark, or the reason why the file cannot be read. */
  end(): DecodedText {
    if (this.#badLine === undefined) this.#decode(this.#open)
    const signature = findFormat(SIGNATURES, this.#start)
    if (signature !== undefined) return { fault: `the file is ${signature}` }
    if (this.#badLine !== undefined) return { fault: `the file is not valid UTF-8, see line ${this.#badLine}` }
    return { text: this.#text.startsWith(BYTE_ORDER_MARK) ? this.#text.slice(1) : this.#text }
  }

  /** @param bytes must end with a complete character; otherwise they count as invalid UTF-8 */
  #decode(bytes: Uint8Array): void {
    const text = tryDecode(bytes)
    if (text === undefined) this.#badLine = countNewLines(this.#text) + findBadLine(bytes)
    else this.#text += text
  }
}

/** Names the format of a file that is not text, by its first four bytes; `undefined` for any other file. */
export function knownFormatOf(start: ArrayLike<number>): string | undefined {
  return findFormat(KNOWN_BINARY_FORMATS, start)
}

function findFormat(formats: typeof KNOWN_BINARY_FORMATS, start: ArrayLike<number>): string | undefined {
  return formats.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte))?.[0]
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/**
 * Returns the offset at which the piece that begins at `start` ends. A piece never splits a character: if its last
 * character has several bytes, the piece ends before this character.
 */
function findPieceEnd(bytes: Uint8Array, start: number): number {
  const end = Math.min(start + PIECE_BYTES, bytes.length)
  let last = end - 1
  while (last > start && last > end - 4 && isContinuation(bytes[last])) last--
  return (bytes[last] ?? 0) >= 0xc0 ? last : end
}

function isContinuation(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0
}

function tryDecode(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

export function countNewLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/**
 * Returns the number of the first line that is not valid UTF-8, counted from 1. Lines can be checked one by one,
 * because no multi-byte character contains the byte of a new line.
 */
function findBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEW_LINE, start)
    const end = found < 0 ? bytes.length : found
    if (tryDecode(bytes.subarray(start, end)) === undefined) break
    start = end + 1
  }
  return line
}
