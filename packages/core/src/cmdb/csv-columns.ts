import type { CmdbRemark } from './cmdb-issue.js'

const FIELDS = ['resource', 'environment', 'parent', 'services', 'service', 'type'] as const
type Field = (typeof FIELDS)[number]
const ATTRIBUTE = 'attr.'

/**
 * Maps the cells of a row to the fields of a record. If several columns have the same name, the first of these columns
 * is used.
 */
export class CsvColumns {
  readonly #fields: readonly { readonly field: Field; readonly at: number }[]
  /** In the order of the columns. */
  readonly #attributes: readonly { readonly key: string; readonly at: number }[]
  readonly #keys = new Map<number, readonly string[]>()
  /** Warnings about columns that are ignored. */
  readonly warnings: readonly CmdbRemark[]

  /** @param header the cells of the first row */
  constructor(header: readonly string[]) {
    const names = header.map((cell) => cell.trim())
    const places = new Map<string, number>()
    for (const [at, name] of names.entries()) if (!places.has(name)) places.set(name, at)
    this.#fields = FIELDS.flatMap((field) => placed(places.get(field), (at) => ({ field, at })))
    this.#attributes = [...places].flatMap(([name, at]) => (isAttribute(name) ? [{ key: keyOf(name), at }] : []))
    const known = new Set([...this.#fields, ...this.#attributes].map(({ at }) => at))
    this.warnings = names.flatMap((name, at) => (known.has(at) || name === '' ? [] : [unknownColumn(name)]))
  }

  /**
   * The keys of the attributes for which a row has a cell, blank or not. Rows share these lists: a file of a thousand
   * columns would otherwise need more memory for its keys than for its cells.
   */
  keysIn(cells: readonly string[]): readonly string[] {
    const isWhole = cells.length > (this.#attributes.at(-1)?.at ?? -1)
    const count = isWhole ? this.#attributes.length : this.#attributes.filter(({ at }) => at < cells.length).length
    const keys = this.#keys.get(count) ?? this.#attributes.slice(0, count).map(({ key }) => key)
    this.#keys.set(count, keys)
    return keys
  }

  get hasResource(): boolean {
    return this.#fields.some(({ field }) => field === 'resource')
  }

  /** Converts a row to a record whose fields are not checked yet. */
  toRaw(cells: readonly string[]): Readonly<Record<string, unknown>> {
    const raw: Record<string, unknown> = {}
    for (const { field, at } of this.#fields) raw[field] = cells[at]
    if (this.#attributes.length > 0) raw.attributes = this.#attributesOf(cells)
    return raw
  }

  #attributesOf(cells: readonly string[]): Readonly<Record<string, string>> {
    const attributes: Record<string, string> = {}
    for (const { key, at } of this.#attributes) {
      const value = cells[at]?.trim() ?? ''
      if (value === '') continue
      if (key === '__proto__') Object.defineProperty(attributes, key, { value, enumerable: true })
      else attributes[key] = value
    }
    return attributes
  }
}

function placed<T>(at: number | undefined, make: (at: number) => T): readonly T[] {
  return at === undefined ? [] : [make(at)]
}

function isAttribute(name: string): boolean {
  return name.startsWith(ATTRIBUTE) && name.length > ATTRIBUTE.length
}

function keyOf(name: string): string {
  return name.slice(ATTRIBUTE.length)
}

function unknownColumn(column: string): CmdbRemark {
  return { code: 'unknownColumn', row: 0, params: { column } }
}
