import { LIMITS } from '../limits.js'
import type { CmdbRemark } from './cmdb-issue.js'
import { type ColumnMap, NO_MAP } from './column-map.js'
import { fieldMeantBy, isRecordField } from './record-fields.js'

/**
 * Collects the unknown fields of the records in a JSON file (rules.md#cmdb-warnings-3). A file can have millions of
 * them, so at most `LIMITS.cmdbColumns` names are stored; the others are only counted.
 */
export class UnknownFields {
  /** The row of the first record with each unknown field. */
  readonly #rows = new Map<string, number>()
  #more = 0

  /** The mapped fields that no record has had so far. */
  readonly #unseen: Set<string>

  /** @param map which fields of a record the fields of the file stand for, if their names differ */
  constructor(readonly map: ColumnMap = NO_MAP) {
    this.#unseen = new Set(map.keys())
  }

  get unseen(): readonly string[] {
    return [...this.#unseen]
  }

  /** @param record an unchecked record of a JSON file */
  look(record: object, row: number): void {
    for (const name of Object.keys(record)) {
      if (this.map.has(name)) this.#unseen.delete(name)
      else if (!isRecordField(name) && !this.#rows.has(name)) this.#add(name, row)
    }
  }

  get warnings(): readonly CmdbRemark[] {
    const warnings = Array.from(this.#rows, ([field, row]): CmdbRemark => {
      const meant = fieldMeantBy(field, 'json')
      return { code: 'unknownColumn', row, params: meant === undefined ? { field } : { field, meant } }
    })
    if (this.#more === 0) return warnings
    return [...warnings, { code: 'unknownColumn', row: 0, params: { more: String(this.#more) } }]
  }

  #add(name: string, row: number): void {
    if (this.#rows.size < LIMITS.cmdbColumns) this.#rows.set(name, row)
    else this.#more++
  }
}
