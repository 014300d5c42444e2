import { countNewLines, type DecodedText, knownFormatOf, TextDecoding } from './decode-text.js'

/**
 * The encodings that a caller may name. UTF-16 is not among them, because a UTF-16 file is recognized by its byte order
 * mark.
 */
export const FILE_ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1'] as const
export type FileEncoding = (typeof FILE_ENCODINGS)[number]

const OTHER_ENCODINGS = `encoding=${FILE_ENCODINGS.slice(1).join(' or ')}`

/** Decodes a file piece by piece, while it arrives. */
export interface Decoding {
  /** Decodes the next bytes. Returns false after a fault: the caller need not read any further bytes. */
  add(bytes: Uint8Array): boolean
  end(): DecodedText
}

/** A byte order mark has at most three bytes. */
const LONGEST_BYTE_ORDER_MARK_BYTES = 3

/**
 * Decodes a file in any encoding that spreadsheet programs write: UTF-8, UTF-16 with a byte order mark, or the encoding
 * that the caller names. If the file has a byte order mark, the encoding that the caller names does not count.
 */
export class FileDecoding implements Decoding {
  #start: readonly number[] = []
  #chosen: Decoding | undefined

  constructor(readonly encoding: FileEncoding = 'utf-8') {}

  add(bytes: Uint8Array): boolean {
    if (this.#chosen !== undefined) return this.#chosen.add(bytes)
    const firstBytes = [...this.#start, ...bytes.subarray(0, LONGEST_BYTE_ORDER_MARK_BYTES)]
    const start = Uint8Array.from(this.#start)
    if (firstBytes.length < LONGEST_BYTE_ORDER_MARK_BYTES) {
      this.#start = firstBytes
      return true
    }
    this.#chosen = this.#choose(firstBytes)
    return this.#chosen.add(start) && this.#chosen.add(bytes)
  }

  end(): DecodedText {
    if (this.#chosen === undefined) {
      this.#chosen = this.#choose(this.#start)
      this.#chosen.add(Uint8Array.from(this.#start))
    }
    const decoded = this.#chosen.end()
    const isNotUtf8 = 'fault' in decoded && decoded.fault.startsWith('the file is not valid UTF-8')
    return isNotUtf8 ? { fault: `${decoded.fault}; if it has another encoding, name it: ${OTHER_ENCODINGS}` } : decoded
  }

  #choose([first = 0, second = 0, third = 0]: readonly number[]): Decoding {
    if (first === 0xff && second === 0xfe) return new StreamDecoding('utf-16le')
    if (first === 0xfe && second === 0xff) return new StreamDecoding('utf-16be')
    const isMarked = first === 0xef && second === 0xbb && third === 0xbf
    return this.encoding === 'utf-8' || isMarked ? new TextDecoding() : new StreamDecoding(this.encoding)
  }
}

/** Decodes with the `TextDecoder` of the platform, which supports many encodings. */
class StreamDecoding implements Decoding {
  readonly #decoder: InstanceType<typeof TextDecoder>
  #start: readonly number[] = []
  #text = ''
  #fault: string | undefined

  constructor(readonly encoding: string) {
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  add(bytes: Uint8Array): boolean {
    if (this.#start.length < MAX_START_BYTES) {
      this.#start = [...this.#start, ...bytes.subarray(0, MAX_START_BYTES)].slice(0, MAX_START_BYTES)
    }
    if (this.#fault === undefined) this.#decode(() => this.#decoder.decode(bytes, { stream: true }), this.#invalid)
    return this.#fault === undefined
  }

  end(): DecodedText {
    const format = knownFormatOf(this.#start)
    if (format !== undefined) return { fault: `the file is ${format}` }
    if (this.#fault === undefined) this.#decode(() => this.#decoder.decode(), incompleteFileMessage)
    return this.#fault === undefined ? { text: this.#text } : { fault: this.#fault }
  }

  readonly #invalid = () =>
    `the file is not valid ${this.encoding.toUpperCase()} after line ${countNewLines(this.#text) + 1}`

  #decode(next: () => string, faultOf: () => string): void {
    try {
      this.#text += next()
    } catch {
      this.#fault = faultOf()
    }
  }
}

/** The maximum number of leading bytes by which other file formats are recognized. */
const MAX_START_BYTES = 4

const incompleteFileMessage = () => 'the file ends in the middle of a character: it is not complete'
