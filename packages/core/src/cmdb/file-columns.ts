import { isObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { eachInSteps, type Steps } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { columnMapText } from './column-map.js'
import { jsonItems } from './read-json-records.js'
import { attributeKeyOf, attributeNamed, fieldMeantBy, isRecordField } from './record-fields.js'
import { HeaderSearch, separatorOf, splitCsv } from './split-csv.js'

/** A column of a CSV file, or a field of the records of a JSON file. */
export interface FileColumn {
  readonly name: string
  /** The first few values that are not blank, shortened. */
  readonly samples: readonly string[]
  /** What the column stands for because of its name; `''` if it is unknown. */
  readonly field: string
  /** The field that the author of an unknown column probably meant; `''` if no field is near. */
  readonly meant: string
  /** The field of an attribute with this name. */
  readonly attribute: string
  /** False if the option `map` cannot name the column. */
  readonly isMappable: boolean
}

/** How many values of a column are shown. */
const SAMPLES = 3
/** A CSV file is searched for values as far as this row, and this character: a header, and another line, fit into it. */
const ROWS = 1_000
const CHARACTERS = 2 * LIMITS.cmdbLine
/** Looking at this many records takes a few milliseconds. */
const RECORDS_AT_ONCE = 2_000

/** Collects the columns of a file with their first values. Of equal names, the first column counts. */
class Columns {
  readonly #samples = new Map<string, string[]>()

  constructor(readonly format: 'csv' | 'json') {}

  /** A column without a name is left out, and so are columns beyond the limit. */
  add(name: string): void {
    const isNew = name !== '' && !this.#samples.has(name)
    if (isNew && this.#samples.size < LIMITS.cmdbColumns) this.#samples.set(name, [])
  }

  addValue(name: string, value: string): void {
    const samples = this.#samples.get(name)
    const text = truncateForMessage(value.trim())
    if (samples !== undefined && samples.length < SAMPLES && text !== '' && !samples.includes(text)) samples.push(text)
  }

  get list(): readonly FileColumn[] {
    return Array.from(this.#samples, ([name, samples]) => {
      const isField = (isRecordField(name) && isOfFormat(name, this.format)) || attributeKeyOf(name) !== undefined
      const meant = isField ? undefined : fieldMeantBy(name, 'csv')
      const isMappable = columnMapText(new Map([[name, 'resource']])) !== undefined
      return {
        name,
        samples,
        field: isField ? name : '',
        meant: meant ?? '',
        attribute: attributeNamed(name),
        isMappable,
      }
    })
  }
}

/** The object of all attributes is a field of JSON only; an attribute with its own column is one of CSV only. */
function isOfFormat(name: string, format: 'csv' | 'json'): boolean {
  return format === 'json' || name !== 'attributes'
}

/**
 * The columns of a CSV file, in their order. There are none if the file has no header that can be read; an import says
 * why.
 */
export function* csvColumns(text: string): Steps<readonly FileColumn[]> {
  const columns = new Columns('csv')
  const separator = separatorOf(text)
  if (separator === undefined) return []
  const search = new HeaderSearch()
  let names: readonly string[] = []
  let rows = 0
  yield* splitCsv(text.slice(0, CHARACTERS), separator, ({ cells }) => {
    if (names.length > 0) for (const [at, name] of names.entries()) columns.addValue(name, cells[at] ?? '')
    else if (search.isHeader(cells)) {
      names = cells.slice(0, LIMITS.cmdbColumns).map((cell) => cell.trim())
      for (const name of names) columns.add(name)
    }
    return ++rows < ROWS
  })
  return columns.list
}

/** The fields of the records of a JSON file, in the order in which they first appear. */
export function* jsonColumns(text: string): Steps<readonly FileColumn[]> {
  const columns = new Columns('json')
  const { items } = yield* jsonItems(text)
  yield* eachInSteps(items, RECORDS_AT_ONCE, (item) => {
    if (!isObject(item)) return
    for (const [name, value] of Object.entries(item)) {
      columns.add(name)
      columns.addValue(name, sampleOf(value))
    }
  })
  return columns.list
}

function sampleOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((item) => !isContainer(item)).join('|')
  return isContainer(value) ? '{…}' : String(value ?? '')
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
