import { LIMITS } from '../limits.js'
import type { CmdbRemark } from './cmdb-issue.js'
import { fieldMeantBy, isRecordField } from './record-fields.js'

/**
 * Collects the names of fields that no record has (rules.md#cmdb-warnings-3). A file can have millions of such names, so
 * only as many as a CSV file can have columns are kept; the others are counted.
 */
export class UnknownFields {
  /** The row of the first record with each unknown field. */
  readonly #rows = new Map<string, number>()
  #more = 0

  /** @param record a record of a JSON file, unchecked */
  look(record: object, row: number): void {
    for (const name of Object.keys(record)) if (!isRecordField(name) && !this.#rows.has(name)) this.#add(name, row)
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
