import { truncateForMessage } from '../truncate-for-message.js'
import { attributeKeyOf, isRecordField } from './record-fields.js'

/**
 * Maps the names of columns (CSV) or fields (JSON) in a file to the fields of a record. A column that is mapped to the
 * empty text is ignored.
 */
export type ColumnMap = ReadonlyMap<string, string>

export const NO_COLUMN_MAP: ColumnMap = new Map()

/**
 * Reads a map such as `Name:resource,Used by:parent` (rules.md#cmdb-request-12). A name may contain colons, and commas
 * if the part before the comma has no colon.
 *
 * @returns the map, or what is wrong with the text
 */
export function readColumnMap(text: string): ColumnMap | { readonly fault: string } {
  const map = new Map<string, string>()
  const fields = new Set<string>()
  for (const pair of splitColumnPairs(text)) {
    const colon = pair.lastIndexOf(':')
    const [name, field] = [pair.slice(0, Math.max(colon, 0)).trim(), pair.slice(colon + 1).trim()]
    const fault = findPairFault(name, field) ?? (map.has(name) || fields.has(field) ? `has ${pair} twice` : undefined)
    if (fault !== undefined) return { fault }
    map.set(name, field)
    if (field !== '') fields.add(field)
  }
  return map
}

/**
 * Writes a map as {@link readColumnMap} reads it.
 *
 * @returns `undefined` if the map cannot be written, because a name has a comma after a colon
 */
export function columnMapText(map: ColumnMap): string | undefined {
  const text = Array.from(map, ([name, field]) => `${name}:${field}`).join(',')
  const read = readColumnMap(text)
  if ('fault' in read || read.size !== map.size) return undefined
  return [...map].every(([name, field]) => read.get(name) === field) ? text : undefined
}

/**
 * Splits a text at its commas. If a piece has no colon, its comma belongs to a name, so the next piece is joined to it.
 */
function splitColumnPairs(text: string): readonly string[] {
  const pairs: string[] = []
  let pending = ''
  for (const part of text.split(',')) {
    pending += part
    if (part.includes(':')) {
      pairs.push(pending.trim())
      pending = ''
    } else pending += ','
  }
  const rest = pending.slice(0, -1).trim()
  return rest === '' ? pairs : [...pairs, rest]
}

function findPairFault(name: string, field: string): string | undefined {
  if (name === '') return `needs a name and a field, such as Name:resource, for ${truncateForMessage(field)}`
  return field === '' || isMappableTo(field)
    ? undefined
    : `gives ${truncateForMessage(name)} the field ${truncateForMessage(field)}, which no record has`
}

function isMappableTo(field: string): boolean {
  return attributeKeyOf(field) !== undefined || (isRecordField(field) && field !== 'attributes')
}

/**
 * Renames the fields of a JSON record. If a mapped field gets a name that another field already has, the mapped field
 * replaces it.
 */
export function mapRecord(
  record: Readonly<Record<string, unknown>>,
  map: ColumnMap,
): Readonly<Record<string, unknown>> {
  if (map.size === 0) return record
  const entries: [string, unknown][] = []
  const attributes: [string, unknown][] = []
  for (const [name, field] of map) {
    if (field === '' || !Object.hasOwn(record, name)) continue
    const key = attributeKeyOf(field)
    if (key === undefined) entries.push([field, record[name]])
    else attributes.push([key, record[name]])
  }
  const mapped = { ...withoutMappedColumns(record, map), ...Object.fromEntries(entries) }
  if (attributes.length === 0) return mapped
  return { ...mapped, attributes: Object.fromEntries([...attributeEntries(mapped.attributes), ...attributes]) }
}

function withoutMappedColumns(
  record: Readonly<Record<string, unknown>>,
  map: ColumnMap,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !map.has(name)))
}

function attributeEntries(attributes: unknown): readonly (readonly [string, unknown])[] {
  return typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : []
}
