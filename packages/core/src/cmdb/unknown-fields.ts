import { LIMITS } from '../limits.js'
import type { CmdbRemark } from './cmdb-issue.js'
import { type ColumnMap, NO_MAP } from './column-map.js'
import { isRecordField, suggestField } from './record-fields.js'

/**
 * Collects the unknown fields of the records in a JSON file (rules.md#cmdb-warnings-3). A file can have millions of
 * them, so at most `LIMITS.cmdbColumns` names are stored; the others are only counted.
 */
export class UnknownFields {
  /** The row of the first record with each unknown field. */
  readonly #rows = new Map<string, number>()
  #notStored = 0

  /** The mapped fields that no record has had so far. */
  readonly #missingMapped: Set<string>

  /** @param map for fields of the file with other names: the field of a record that each of them stands for */
  constructor(readonly map: ColumnMap = NO_MAP) {
    this.#missingMapped = new Set(map.keys())
  }

  get missingMapped(): readonly string[] {
    return [...this.#missingMapped]
  }

  /** @param record an unchecked record of a JSON file */
  addRecord(record: object, row: number): void {
    for (const name of Object.keys(record)) {
      if (this.map.has(name)) this.#missingMapped.delete(name)
      else if (!isRecordField(name) && !this.#rows.has(name)) this.#add(name, row)
    }
  }

  get warnings(): readonly CmdbRemark[] {
    const warnings = Array.from(this.#rows, ([field, row]): CmdbRemark => {
      const meant = suggestField(field, 'json')
      return { code: 'unknownColumn', row, params: meant === undefined ? { field } : { field, meant } }
    })
    if (this.#notStored === 0) return warnings
    return [...warnings, { code: 'unknownColumn', row: 0, params: { more: String(this.#notStored) } }]
  }

  #add(name: string, row: number): void {
    if (this.#rows.size < LIMITS.cmdbColumns) this.#rows.set(name, row)
    else this.#notStored++
  }
}
