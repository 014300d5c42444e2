import { nearestName } from '../nearest-name.js'

/** The fields of a record that a CSV file has as columns (rules.md#cmdb-records). */
export const COLUMN_FIELDS = ['resource', 'environment', 'parent', 'parents', 'services', 'service', 'type'] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

/** In JSON, one field is an object of all attributes. In CSV, each attribute has a column. */
const ATTRIBUTES_FIELD = 'attributes'
const ATTRIBUTE_PREFIX = 'attr.'

const JSON_FIELDS: ReadonlySet<string> = new Set([...COLUMN_FIELDS, ATTRIBUTES_FIELD])

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

/** The field whose name is most similar to an unknown name; `undefined` if none is similar. See {@link nearestName}. */
export function suggestField(name: string, format: 'csv' | 'json'): string | undefined {
  const [, key] = /^attr(?:ibutes?)?[._:\- ]+(\S.*)$/i.exec(name) ?? []
  if (key !== undefined) return format === 'csv' ? ATTRIBUTE_PREFIX + key : ATTRIBUTES_FIELD
  return nearestName(name, format === 'csv' ? COLUMN_FIELDS : [...COLUMN_FIELDS, ATTRIBUTES_FIELD])
}
