/** The text of an answer, piece by piece. */
export interface TextChunks {
  /** About so many UTF-16 units more; `undefined` after the end. */
  next(units: number): string | undefined
}

/** An item that holds a longer list, or more fields, is written part by part, as a topology with its nodes; any other in one piece. */
const LONG_LIST = 64
/** Containers inside each other that are looked into; deeper ones are written in one piece. */
const DEPTH = 4
/** Pieces, at most, by which a length is judged. */
const SAMPLES = 64

/** Writes JSON as `JSON.stringify` does, but never much more of it than somebody takes. */
export class JsonChunks implements TextChunks {
  readonly #pieces: Iterator<string, void>

  constructor(value: object) {
    this.#pieces = write(value, 1)
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

/** A text that is there already. */
export class SlicedText implements TextChunks {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  next(units: number): string | undefined {
    if (this.#at >= this.#text.length) return undefined
    const end = this.#at + units
    // Half of a character would be sent as another one.
    const chunk = this.#text.slice(this.#at, isHighSurrogate(this.#text.charCodeAt(end - 1)) ? end + 1 : end)
    this.#at += chunk.length
    return chunk
  }
}

/**
 * UTF-16 units of a value's JSON, judged by some of what is written in one piece, evenly spread: what comes later in a walk
 * has longer paths.
 */
export function estimateLength(value: object): number {
  let [leaves, step, sampled] = [0, 1, [] as unknown[]]
  eachLeaf(value, 1, (leaf) => {
    if (leaves++ % step !== 0) return
    sampled.push(leaf)
    if (sampled.length < SAMPLES) return
    sampled = sampled.filter((_, index) => index % 2 === 0)
    step *= 2
  })
  const length = sampled.reduce<number>((sum, leaf) => sum + (JSON.stringify(leaf)?.length ?? 0), 0)
  return sampled.length === 0 ? 0 : Math.ceil((length / sampled.length) * leaves)
}

function eachLeaf(value: object, depth: number, visit: (leaf: unknown) => void): void {
  for (const inner of Object.values(value)) {
    if (isLookedInto(inner, depth + 1)) eachLeaf(inner, depth + 1, visit)
    else visit(inner)
  }
}

function write(value: object, depth: number): Generator<string, void> {
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
  if (isLookedInto(value, depth)) {
    yield before
    yield* write(value, depth)
  } else yield before + JSON.stringify(value)
}

function isLookedInto(value: unknown, depth: number): value is object {
  if (typeof value !== 'object' || value === null || depth > DEPTH || 'toJSON' in value) return false
  return Array.isArray(value) ? depth === 2 || isLongList(value) : holdsMuch(value)
}

/** Asked of every item of a list: no list is made of its fields. */
function holdsMuch(value: object): boolean {
  let fields = 0
  for (const key in value) if (++fields > LONG_LIST || isLongList(value[key as keyof typeof value])) return true
  return false
}

function isLongList(value: unknown): boolean {
  return Array.isArray(value) && value.length > LONG_LIST
}

/** JSON leaves other fields out, and has `null` for other items. */
function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
