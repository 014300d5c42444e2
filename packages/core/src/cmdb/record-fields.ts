/** The fields of a record that a CSV file has as columns (rules.md#cmdb-records). */
export const COLUMN_FIELDS = ['resource', 'environment', 'parent', 'parents', 'services', 'service', 'type'] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** In JSON, one field is an object of all attributes. In CSV, each attribute has a column. */
const ATTRIBUTES = 'attributes'
const ATTRIBUTE = 'attr.'

const JSON_FIELDS: ReadonlySet<string> = new Set([...COLUMN_FIELDS, ATTRIBUTES])

export function isRecordField(name: string): boolean {
  return JSON_FIELDS.has(name)
}

/** The field of an attribute with the name of a column; without colons and commas, which the option `map` cannot write. */
export function attributeNamed(column: string): string {
  return ATTRIBUTE + column.replaceAll(/[:,]/g, ' ').trim()
}

/** The key of the attribute that a column holds; `undefined` if the column holds none. */
export function attributeKeyOf(column: string): string | undefined {
  return column.startsWith(ATTRIBUTE) && column.length > ATTRIBUTE.length ? column.slice(ATTRIBUTE.length) : undefined
}

/**
 * The field that the author of a file probably meant by an unknown name; `undefined` if no field is near. A name is near
 * if it differs in case, spaces or punctuation, in one or two letters, or if it is the beginning of the field.
 */
export function fieldMeantBy(name: string, format: 'csv' | 'json'): string | undefined {
  const [, key] = /^attr(?:ibutes?)?[._:\- ]+(\S.*)$/i.exec(name) ?? []
  if (key !== undefined) return format === 'csv' ? ATTRIBUTE + key : ATTRIBUTES
  const folded = fold(name)
  if (folded.length < SHORTEST || folded.length > LONGEST) return undefined
  const fields: readonly string[] = format === 'csv' ? COLUMN_FIELDS : [...COLUMN_FIELDS, ATTRIBUTES]
  const near = fields.map((field) => ({ field, distance: field.startsWith(folded) ? 0 : distance(folded, field) }))
  const [best] = near.toSorted((one, other) => one.distance - other.distance)
  return best !== undefined && best.distance <= (folded.length < 5 ? 1 : 2) ? best.field : undefined
}

/** A shorter name is near to too many fields; a longer one is near to none. */
const SHORTEST = 3
const LONGEST = 20

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/**
 * How many letters must be added, removed, replaced, or exchanged with their neighbor, to get from one text to the
 * other.
 */
function distance(from: string, to: string): number {
  let [beforeLast, last]: readonly (readonly number[])[] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let at = 1; at <= to.length; at++) {
      const [letter, other] = [from[row - 1], to[at - 1]]
      const replaced = (last?.[at - 1] ?? 0) + Number(letter !== other)
      const isExchanged = letter === to[at - 2] && from[row - 2] === other
      const exchanged = isExchanged ? (beforeLast?.[at - 2] ?? 0) + 1 : replaced
      next.push(Math.min((last?.[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced, exchanged))
    }
    ;[beforeLast, last] = [last, next]
  }
  return last?.[to.length] ?? 0
}
