const BITS_PER_WORD = 32
const WORDS_PER_BLOCK = 8
const NUMBERS_PER_BLOCK = BITS_PER_WORD * WORDS_PER_BLOCK

/** A set of whole numbers from 0, as bits. Numbers that are close together take little memory. */
export class NumberSet {
  /** The bits of the set, in blocks of 256 numbers. Blocks without a number of the set are absent. */
  readonly #blocks = new Map<number, Uint32Array>()

  /** Adds the numbers of another set, or a single number. Returns this set. */
  addAll(other: NumberSet | number): NumberSet {
    if (typeof other === 'number') {
      this.#add(other)
      return this
    }
    for (const [block, words] of other.#blocks) {
      const own = this.#block(block)
      for (let at = 0; at < WORDS_PER_BLOCK; at++) own[at] = (own[at] as number) | (words[at] as number)
    }
    return this
  }

  /** The numbers, in no particular order. */
  values(): readonly number[] {
    return Array.from(this.#blocks, ([block, words]) =>
      numbersOfBits(words, 0, WORDS_PER_BLOCK, block * NUMBERS_PER_BLOCK),
    ).flat()
  }

  #add(number: number): void {
    const words = this.#block(Math.floor(number / NUMBERS_PER_BLOCK))
    const at = Math.floor((number % NUMBERS_PER_BLOCK) / BITS_PER_WORD)
    words[at] = (words[at] as number) | (1 << (number % BITS_PER_WORD))
  }

  #block(block: number): Uint32Array {
    const existing = this.#blocks.get(block)
    if (existing !== undefined) return existing
    const words = new Uint32Array(WORDS_PER_BLOCK)
    this.#blocks.set(block, words)
    return words
  }
}

/** The numbers of the bits that are 1 in `words[from]` to `words[to - 1]`. The first bit has the number `offset`. */
export function numbersOfBits(words: Uint32Array, from: number, to: number, offset = 0): readonly number[] {
  const numbers: number[] = []
  for (let at = from; at < to; at++) {
    let rest = words[at] as number
    while (rest !== 0) {
      const lowest = rest & -rest
      numbers.push(offset + (at - from) * BITS_PER_WORD + (BITS_PER_WORD - 1 - Math.clz32(lowest)))
      rest &= ~lowest
    }
  }
  return numbers
}
