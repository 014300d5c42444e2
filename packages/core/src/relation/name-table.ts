/** The estimated bytes that {@link NameTable} takes for each name, not counting the characters of the name. */
const NAME_BYTES = 100

/** Gives each name a number, and reuses the numbers of released names. */
export class NameTable {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []
  readonly #free: number[] = []
  #characters = 0

  get bytes(): number {
    return this.#numbers.size * NAME_BYTES + this.#characters * 2
  }

  /**
   * How many numbers have been in use, including those of released names. Numbers start at 0, so every number is
   * smaller than this length.
   */
  get length(): number {
    return this.#names.length
  }

  addName(name: string): number {
    const existing = this.#numbers.get(name)
    if (existing !== undefined) return existing
    const number = this.#free.pop() ?? this.#names.length
    this.#names[number] = name
    this.#numbers.set(name, number)
    this.#characters += name.length
    return number
  }

  numberOf(name: string): number | undefined {
    return this.#numbers.get(name)
  }

  nameOf(number: number): string {
    return this.#names[number] ?? ''
  }

  release(number: number): void {
    const name = this.nameOf(number)
    this.#numbers.delete(name)
    this.#names[number] = ''
    this.#free.push(number)
    this.#characters -= name.length
  }
}
