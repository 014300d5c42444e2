import { type DecodedText, knownFormatOf, newLinesIn, TextDecoding } from './decode-text.js'

/** The encodings that a caller may name. UTF-16 is not among them: its byte order mark names it. */
export const FILE_ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1'] as const
export type FileEncoding = (typeof FILE_ENCODINGS)[number]

const OTHERS = `encoding=${FILE_ENCODINGS.slice(1).join(' or ')}`

/** What decodes a file while it arrives. */
export interface Decoding {
  /** Decodes the next bytes. Returns false after a fault: the caller need not read any further. */
  add(bytes: Uint8Array): boolean
  end(): DecodedText
}

/** A byte order mark has at most three bytes. */
const LONGEST_MARK = 3

/**
 * Decodes a file of any encoding that spreadsheets write: UTF-8, UTF-16 with a byte order mark, or the encoding that the
 * caller names. A byte order mark is stronger than what the caller names.
 */
export class FileDecoding implements Decoding {
  #start: readonly number[] = []
  #chosen: Decoding | undefined

  constructor(readonly encoding: FileEncoding = 'utf-8') {}

  add(bytes: Uint8Array): boolean {
    if (this.#chosen !== undefined) return this.#chosen.add(bytes)
    const known = [...this.#start, ...bytes.subarray(0, LONGEST_MARK)]
    const start = Uint8Array.from(this.#start)
    if (known.length < LONGEST_MARK) {
      this.#start = known
      return true
    }
    this.#chosen = this.#choose(known)
    return this.#chosen.add(start) && this.#chosen.add(bytes)
  }

  end(): DecodedText {
    if (this.#chosen === undefined) {
      this.#chosen = this.#choose(this.#start)
      this.#chosen.add(Uint8Array.from(this.#start))
    }
    const decoded = this.#chosen.end()
    const isOther = 'fault' in decoded && decoded.fault.startsWith('the file is not valid UTF-8')
    return isOther ? { fault: `${decoded.fault}; if it has another encoding, name it: ${OTHERS}` } : decoded
  }

  #choose([first = 0, second = 0, third = 0]: readonly number[]): Decoding {
    if (first === 0xff && second === 0xfe) return new StreamDecoding('utf-16le')
    if (first === 0xfe && second === 0xff) return new StreamDecoding('utf-16be')
    const isMarked = first === 0xef && second === 0xbb && third === 0xbf
    return this.encoding === 'utf-8' || isMarked ? new TextDecoding() : new StreamDecoding(this.encoding)
  }
}

/** Decodes with the decoder of the platform, which knows many encodings. */
class StreamDecoding implements Decoding {
  readonly #decoder: InstanceType<typeof TextDecoder>
  #start: readonly number[] = []
  #text = ''
  #fault: string | undefined

  constructor(readonly encoding: string) {
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  add(bytes: Uint8Array): boolean {
    if (this.#start.length < LONGEST_START) {
      this.#start = [...this.#start, ...bytes.subarray(0, LONGEST_START)].slice(0, LONGEST_START)
    }
    if (this.#fault === undefined) this.#decode(() => this.#decoder.decode(bytes, { stream: true }), this.#invalid)
    return this.#fault === undefined
  }

  end(): DecodedText {
    const format = knownFormatOf(this.#start)
    if (format !== undefined) return { fault: `the file is ${format}` }
    if (this.#fault === undefined) this.#decode(() => this.#decoder.decode(), CUT)
    return this.#fault === undefined ? { text: this.#text } : { fault: this.#fault }
  }

  readonly #invalid = () =>
    `the file is not valid ${this.encoding.toUpperCase()} after line ${newLinesIn(this.#text) + 1}`

  #decode(next: () => string, faultOf: () => string): void {
    try {
      this.#text += next()
    } catch {
      this.#fault = faultOf()
    }
  }
}

/** The longest start by which other formats are recognized. */
const LONGEST_START = 4

const CUT = () => 'the file ends in the middle of a character: it is not complete'
