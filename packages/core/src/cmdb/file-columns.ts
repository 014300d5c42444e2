import { isObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { eachInSteps, type Steps } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { columnMapText } from './column-map.js'
import { jsonItems } from './read-json-records.js'
import { attributeField, attributeKeyOf, isRecordField, suggestField } from './record-fields.js'
import { HeaderSearch, separatorOf, splitCsv } from './split-csv.js'

/** A column of a CSV file, or a field of the records of a JSON file. */
export interface FileColumn {
  readonly name: string
  /** The first few values that are not blank, shortened. */
  readonly samples: readonly string[]
  /** The field of a record that has the name of the column; `''` if there is none. */
  readonly field: string
  /** The field whose name is the most similar to that of an unknown column; `''` if no field has a similar name. */
  readonly meant: string
  /** The field to map the column to, if it is to become an attribute of the same name. */
  readonly attribute: string
  /** False if the name cannot be written in the option `map`, because it has a comma after a colon. */
  readonly isMappable: boolean
}

/** The maximum number of values that are shown for a column. */
const MAX_SAMPLES_PER_COLUMN = 3
/** Values are taken only from this many rows of a CSV file. */
const MAX_SAMPLED_ROWS = 1_000
/** Values are taken only from this many characters of a CSV file: at least the header and one more line. */
const MAX_SAMPLED_CHARACTERS = 2 * LIMITS.cmdbLine
/** Yields after this many records, which take a few milliseconds. */
const RECORDS_AT_ONCE = 2_000

/** Collects the columns of a file with their first values. Of columns with the same name, only the first counts. */
class ColumnCollector {
  readonly #samples = new Map<string, string[]>()

  constructor(readonly format: 'csv' | 'json') {}

  /** Adds a column, unless it has no name or there are `LIMITS.cmdbColumns` columns already. */
  add(name: string): void {
    const isNew = name !== '' && !this.#samples.has(name)
    if (isNew && this.#samples.size < LIMITS.cmdbColumns) this.#samples.set(name, [])
  }

  addValue(name: string, value: string): void {
    const samples = this.#samples.get(name)
    const text = truncateForMessage(value.trim())
    if (samples !== undefined && samples.length < MAX_SAMPLES_PER_COLUMN && text !== '' && !samples.includes(text))
      samples.push(text)
  }

  get list(): readonly FileColumn[] {
    return Array.from(this.#samples, ([name, samples]) => {
      const isField = (isRecordField(name) && isOfFormat(name, this.format)) || attributeKeyOf(name) !== undefined
      const meant = isField ? undefined : suggestField(name, 'csv')
      const isMappable = columnMapText(new Map([[name, 'resource']])) !== undefined
      return {
        name,
        samples,
        field: isField ? name : '',
        meant: meant ?? '',
        attribute: attributeField(name),
        isMappable,
      }
    })
  }
}

/** The field `attributes`, the object of all attributes, exists only in JSON. */
function isOfFormat(name: string, format: 'csv' | 'json'): boolean {
  return format === 'json' || name !== 'attributes'
}

/**
 * Lists the columns of a CSV file, in their order. The list is empty if the header cannot be read; an import of the
 * file reports why. Yields for pauses.
 */
export function* csvColumns(text: string): Steps<readonly FileColumn[]> {
  const columns = new ColumnCollector('csv')
  const separator = separatorOf(text)
  if (separator === undefined) return []
  const search = new HeaderSearch()
  let names: readonly string[] = []
  let rows = 0
  yield* splitCsv(text.slice(0, MAX_SAMPLED_CHARACTERS), separator, ({ cells }) => {
    if (names.length > 0) for (const [at, name] of names.entries()) columns.addValue(name, cells[at] ?? '')
    else if (search.isHeader(cells)) {
      names = cells.slice(0, LIMITS.cmdbColumns).map((cell) => cell.trim())
      for (const name of names) columns.add(name)
    }
    return ++rows < MAX_SAMPLED_ROWS
  })
  return columns.list
}

/** Lists the fields of the records of a JSON file, in the order in which they first appear. Yields for pauses. */
export function* jsonColumns(text: string): Steps<readonly FileColumn[]> {
  const columns = new ColumnCollector('json')
  const { items } = yield* jsonItems(text)
  yield* eachInSteps(items, RECORDS_AT_ONCE, (item) => {
    if (!isObject(item)) return
    for (const [name, value] of Object.entries(item)) {
      columns.add(name)
      columns.addValue(name, sampleText(value))
    }
  })
  return columns.list
}

function sampleText(value: unknown): string {
  if (Array.isArray(value)) return value.filter((item) => !isContainer(item)).join('|')
  return isContainer(value) ? '{…}' : String(value ?? '')
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
