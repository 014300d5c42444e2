const WORD = 32
const WORDS = 8
const BLOCK = WORD * WORDS

/** A set of whole numbers from 0, as bits. Numbers that are close together take little memory. */
export class NumberSet {
  /** The bits of the set, in blocks of 256 numbers. Blocks without a number of the set are absent. */
  readonly #blocks = new Map<number, Uint32Array>()

  /** Adds a number. Returns false if the set contained it before. */
  add(number: number): boolean {
    const words = this.#block(Math.floor(number / BLOCK))
    const at = Math.floor((number % BLOCK) / WORD)
    const word = words[at] as number
    const mask = 1 << (number % WORD)
    words[at] = word | mask
    return (word & mask) === 0
  }

  addAll(other: NumberSet): void {
    for (const [block, words] of other.#blocks) {
      const own = this.#block(block)
      for (const [at, word] of words.entries()) own[at] = (own[at] as number) | word
    }
  }

  /** The numbers, in no particular order. */
  values(): readonly number[] {
    return Array.from(this.#blocks, ([block, words]) => numbersOf(words, 0, WORDS, block * BLOCK)).flat()
  }

  #block(block: number): Uint32Array {
    const known = this.#blocks.get(block)
    if (known !== undefined) return known
    const words = new Uint32Array(WORDS)
    this.#blocks.set(block, words)
    return words
  }
}

/** The numbers of the bits that are set in `words[from]` to `words[to - 1]`. The first bit has the number `offset`. */
export function numbersOf(words: Uint32Array, from: number, to: number, offset = 0): readonly number[] {
  const numbers: number[] = []
  for (let at = from; at < to; at++) {
    let rest = words[at] as number
    while (rest !== 0) {
      const lowest = rest & -rest
      numbers.push(offset + (at - from) * WORD + (WORD - 1 - Math.clz32(lowest)))
      rest &= ~lowest
    }
  }
  return numbers
}
