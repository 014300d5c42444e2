/** The fields of a record that a CSV file has as columns (rules.md#cmdb-records). */
export const COLUMN_FIELDS = ['resource', 'environment', 'parent', 'parents', 'services', 'service', 'type'] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** In JSON, one field is an object of all attributes. In CSV, each attribute has a column. */
const ATTRIBUTES = 'attributes'
const ATTRIBUTE_PREFIX = 'attr.'

const JSON_FIELDS: ReadonlySet<string> = new Set([...COLUMN_FIELDS, ATTRIBUTES])

export function isRecordField(name: string): boolean {
  return JSON_FIELDS.has(name)
}

/**
 * The field that makes a column an attribute of the same name. Colons and commas become spaces, because the option
 * `map` uses them.
 */
export function attributeField(column: string): string {
  return ATTRIBUTE_PREFIX + column.replaceAll(/[:,]/g, ' ').trim()
}

/**
 * The key of the attribute that a column such as `attr.owner` stands for; `undefined` if the column is no attribute.
 */
export function attributeKeyOf(column: string): string | undefined {
  return column.startsWith(ATTRIBUTE_PREFIX) && column.length > ATTRIBUTE_PREFIX.length
    ? column.slice(ATTRIBUTE_PREFIX.length)
    : undefined
}

/**
 * The field whose name is most similar to an unknown name; `undefined` if none is similar. A name is similar if it
 * differs only in case, spaces or punctuation, or in one or two letters, or if it is the beginning of the field.
 */
export function suggestField(name: string, format: 'csv' | 'json'): string | undefined {
  const [, key] = /^attr(?:ibutes?)?[._:\- ]+(\S.*)$/i.exec(name) ?? []
  if (key !== undefined) return format === 'csv' ? ATTRIBUTE_PREFIX + key : ATTRIBUTES
  const letters = toLetters(name)
  if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return undefined
  const fields: readonly string[] = format === 'csv' ? COLUMN_FIELDS : [...COLUMN_FIELDS, ATTRIBUTES]
  const near = fields.map((field) => ({
    field,
    distance: field.startsWith(letters) ? 0 : editDistance(letters, field),
  }))
  const [best] = near.toSorted((one, other) => one.distance - other.distance)
  return best !== undefined && best.distance <= (letters.length < 5 ? 1 : 2) ? best.field : undefined
}

/**
 * The lengths of names for which a field is suggested. A shorter name is similar to many fields, a longer one to none.
 */
const MIN_LENGTH = 3
const MAX_LENGTH = 20

function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/**
 * The edit distance (Damerau–Levenshtein): how many letters must be added, removed, replaced, or exchanged with their
 * neighbor to turn one text into the other.
 */
function editDistance(from: string, to: string): number {
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
