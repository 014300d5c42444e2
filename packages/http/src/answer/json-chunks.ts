/** The text of an answer in chunks. */
export interface TextChunks {
  /** The next chunk, of about `units` UTF-16 units; `undefined` after the end. */
  next(units: number): string | undefined
}

/** A text in chunks that may arrive only after a wait, such as the rows of a list from the database. */
export interface AsyncTextChunks {
  next(units: number): string | undefined | Promise<string | undefined>
}

/**
 * A list with more entries than this is serialized piece by piece. So is an object with more fields than this, or with
 * such a list in a field, for example a topology. Any other value is serialized in one piece, except the answer itself
 * and the lists that are its fields.
 */
const LONG_LIST_ITEMS = 64
/** Lists and objects that are nested deeper than this are serialized in one piece. */
const MAX_DIVIDED_DEPTH = 4
/** Maximum number of entries of one list that `estimateLength` measures. */
const MAX_SAMPLED_ITEMS = 64
/** `estimateLength` yields after it measures a piece with more UTF-16 units than this. */
const LARGE_PIECE_CHARACTERS = 64 * 1024

/**
 * Writes the same JSON as `JSON.stringify`, incrementally. Only long lists are divided: `JSON.stringify` writes
 * everything else, at its own speed.
 */
export class JsonChunks implements TextChunks {
  readonly #pieces: Iterator<string, void>

  constructor(value: object) {
    this.#pieces = writeValue(value, 1)
  }

  next(units: number): string | undefined {
    const pieces: string[] = []
    let length = 0
    while (length < units) {
      const { value: piece, done } = this.#pieces.next()
      if (done === true) break
      pieces.push(piece)
      length += piece.length
    }
    return pieces.length === 0 ? undefined : pieces.join('')
  }
}

/** Divides an existing text into chunks. */
export class SlicedText implements TextChunks {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  next(units: number): string | undefined {
    if (this.#at >= this.#text.length) return undefined
    const end = this.#at + units
    // Keeps surrogate pairs together: each half alone would be encoded as a replacement character.
    const chunk = this.#text.slice(this.#at, isHighSurrogate(this.#text.charCodeAt(end - 1)) ? end + 1 : end)
    this.#at += chunk.length
    return chunk
  }
}

/** A text whose pieces are produced only when they are read. A long piece is read in several chunks. */
export class ProducedText implements AsyncTextChunks {
  readonly #pieces: AsyncIterator<string>
  #piece = new SlicedText('')

  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async next(units: number): Promise<string | undefined> {
    for (;;) {
      const chunk = this.#piece.next(units)
      if (chunk !== undefined) return chunk
      const { done, value } = await this.#pieces.next()
      if (done === true) return undefined
      this.#piece = new SlicedText(value)
    }
  }
}

/**
 * Estimates the length of a value's JSON in UTF-16 units. Measures some entries of each long list, at evenly spread
 * positions. Entries from the start alone would give too small an estimate: in the answer to a traversal of the graph,
 * the later entries have longer paths. Yields after each large piece, so that the caller can pause.
 */
export function* estimateLength(value: object): Generator<undefined, number> {
  return yield* estimateEntries(value, 1)
}

function* estimateEntries(value: object, depth: number): Generator<undefined, number> {
  const entries: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  const step = Math.max(1, entries.length / MAX_SAMPLED_ITEMS)
  let [length, samples] = [0, 0]
  for (let at = 0; at < entries.length; at += step) {
    const entry = entries[Math.floor(at)]
    samples++
    if (isWrittenInPieces(entry, depth + 1)) length += yield* estimateEntries(entry, depth + 1)
    else {
      const piece = JSON.stringify(entry)?.length ?? 0
      length += piece
      if (piece > LARGE_PIECE_CHARACTERS) yield
    }
  }
  return samples === 0 ? 0 : Math.ceil((length / samples) * entries.length)
}

function writeValue(value: object, depth: number): Generator<string, void> {
  return Array.isArray(value) ? writeList(value, depth) : writeFields(value, depth)
}

function* writeList(items: readonly unknown[], depth: number): Generator<string, void> {
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    yield* writeAfter(index === 0 ? '[' : ',', isJson(item) ? item : null, depth + 1)
  }
  yield items.length === 0 ? '[]' : ']'
}

function* writeFields(fields: object, depth: number): Generator<string, void> {
  let before = '{'
  for (const [key, value] of Object.entries(fields)) {
    if (!isJson(value)) continue
    yield* writeAfter(`${before}${JSON.stringify(key)}:`, value, depth + 1)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* writeAfter(before: string, value: unknown, depth: number): Generator<string, void> {
  if (isWrittenInPieces(value, depth)) {
    yield before
    yield* writeValue(value, depth)
  } else yield before + JSON.stringify(value)
}

function isWrittenInPieces(value: unknown, depth: number): value is object {
  if (typeof value !== 'object' || value === null || depth > MAX_DIVIDED_DEPTH || 'toJSON' in value) return false
  return Array.isArray(value) ? depth === 2 || isLongList(value) : isLargeObject(value)
}

/**
 * Whether an object has many fields, or a long list in a field. The function runs for every item of a list, so it uses
 * a loop: `Object.entries` would allocate an array each time.
 */
function isLargeObject(value: object): boolean {
  let fields = 0
  for (const key in value) if (++fields > LONG_LIST_ITEMS || isLongList(value[key as keyof typeof value])) return true
  return false
}

function isLongList(value: unknown): boolean {
  return Array.isArray(value) && value.length > LONG_LIST_ITEMS
}

/**
 * Whether JSON can represent a value. If it cannot, `JSON.stringify` omits a field with this value, and writes `null`
 * for it in a list.
 */
function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
