import type { CmdbRemark } from './cmdb-issue.js'
import { type ColumnMap, NO_MAP } from './column-map.js'
import { attributeKeyOf, COLUMN_FIELDS, type ColumnField, suggestField } from './record-fields.js'

/**
 * Maps the cells of a row to the fields of a record. If several columns have the same name, the first one is used.
 */
export class CsvColumns {
  readonly #fields: readonly { readonly field: ColumnField; readonly at: number }[]
  /** The attributes that have a column, in the order of the columns. */
  readonly #attributes: readonly { readonly key: string; readonly at: number }[]
  readonly #keys = new Map<number, readonly string[]>()
  /** Warnings about columns that are ignored. */
  readonly warnings: readonly CmdbRemark[]

  /**
   * @param header the cells of the first row
   * @param map for columns with other names: the field of a record that each of them stands for
   */
  constructor(header: readonly string[], map: ColumnMap = NO_MAP) {
    const names = header.map((cell) => cell.trim())
    const positions = new Map<string, number>()
    const setPosition = (name: string, at: number) => positions.set(name, Math.min(at, positions.get(name) ?? at))
    for (const [at, name] of names.entries()) setPosition(map.get(name) ?? '', at)
    for (const [at, name] of names.entries()) if (!map.has(name) && !hasValue(map, name)) setPosition(name, at)
    this.#fields = COLUMN_FIELDS.flatMap((field) => forColumn(positions.get(field), (at) => ({ field, at })))
    this.#attributes = [...positions]
      .sort(([, one], [, other]) => one - other)
      .flatMap(([name, at]) => {
        const key = attributeKeyOf(name)
        return key === undefined ? [] : [{ key, at }]
      })
    const used = new Set([...this.#fields, ...this.#attributes].map(({ at }) => at))
    this.warnings = names.flatMap((name, at) => {
      if (used.has(at) || name === '' || map.get(name) === '') return []
      return [unknownColumn(name, used.has(positions.get(map.get(name) ?? name) ?? -1))]
    })
  }

  /**
   * The keys of the attributes for which a row has a cell, blank or not. Rows of the same length share one list: in a
   * file with a thousand columns, a list for each row would need more memory than the cells.
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
  toRecord(cells: readonly string[]): Readonly<Record<string, unknown>> {
    const record: Record<string, unknown> = {}
    for (const { field, at } of this.#fields) record[field] = cells[at]
    if (this.#attributes.length > 0) record.attributes = this.#attributesOf(cells)
    return record
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

function hasValue(map: ColumnMap, field: string): boolean {
  for (const value of map.values()) if (value === field) return true
  return false
}

function forColumn<T>(at: number | undefined, make: (at: number) => T): readonly T[] {
  return at === undefined ? [] : [make(at)]
}

/** @param isRepeated true if an earlier column has the same name; that column is used */
function unknownColumn(column: string, isRepeated: boolean): CmdbRemark {
  const meant = isRepeated ? undefined : suggestField(column, 'csv')
  return { code: 'unknownColumn', row: 0, params: meant === undefined ? { column } : { column, meant } }
}
