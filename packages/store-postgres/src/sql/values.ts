/**
 * Encodes a list as one text in the array notation of PostgreSQL, to be read with `$1::text[]`. This works with every
 * driver, and is several times faster than the encoding by the drivers. Text that PostgreSQL cannot store (U+0000,
 * unpaired surrogates) becomes null, which no stored text equals.
 */
export function textArray(items: readonly (string | null)[]): string {
  if (items.length === 0) return '{}'
  // Usually no item needs escaping. Checking all items at once, without a regular expression, is fastest.
  const all = items.join(',')
  const isPlain = !items.includes(null) && isStorable(all) && !all.includes('"') && !all.includes('\\')
  return isPlain ? `{"${items.join('","')}"}` : `{${items.map(encodeElement).join(',')}}`
}

/** Encodes a list of items as one {@link textArray} for each of the fields. */
export function textArrays<Field extends string>(
  items: readonly Readonly<Record<Field, string>>[],
  fields: readonly Field[],
): readonly string[] {
  return fields.map((field) => textArray(items.map((item) => item[field])))
}

/** Like {@link textArray}, for numbers. */
export function plainArray(items: readonly number[]): string {
  return `{${items.join(',')}}`
}

/** Returns the text, or null if PostgreSQL cannot store it, so that a lookup finds nothing. */
export function storableText(text: string): string | null {
  return isStorable(text) ? text : null
}

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

function encodeElement(item: string | null): string {
  if (item === null || !isStorable(item)) return 'null'
  return `"${item.replace(/["\\]/g, '\\$&')}"`
}

/** The object ids of the PostgreSQL types that the schema uses. */
const TYPE_OIDS = { bool: 16, int8: 20, int2: 21, int4: 23, json: 114, float8: 701, timestamptz: 1184 } as const

/** The parser of each column type, by type id; other types stay text. */
const COLUMN_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [TYPE_OIDS.bool]: (text) => text === 't',
  [TYPE_OIDS.int8]: Number,
  [TYPE_OIDS.int2]: Number,
  [TYPE_OIDS.int4]: Number,
  [TYPE_OIDS.float8]: Number,
  [TYPE_OIDS.json]: (text) => JSON.parse(text),
  [TYPE_OIDS.timestamptz]: readTime,
}

export function findColumnParser(type: number): (text: string) => unknown {
  return COLUMN_PARSERS[type] ?? unchangedText
}

function unchangedText(text: string): string {
  return text
}

/** Converts `2026-11-20 12:00:00.5+00` to `2026-11-20T12:00:00.500Z`; the time zone of the session is UTC. */
export function readTime(text: string): string {
  if (text.endsWith(FIRST_YEAR_ENDING)) return readFirstYear(text)
  const milliseconds = text.length > 22 ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds.padEnd(3, '0')}Z`
}

const FIRST_YEAR_ENDING = ' BC'

/** Year 0000 of ISO 8601 is year 1 BC in PostgreSQL: `0001-01-01 00:00:00+00 BC`. */
function readFirstYear(text: string): string {
  return readTime(text.slice(0, -FIRST_YEAR_ENDING.length)).replace(/^0001/, '0000')
}

/** Converts a time of core to the notation of PostgreSQL. */
export function writeTime(time: string): string {
  return time.startsWith('0000') ? `0001${time.slice(4)}${FIRST_YEAR_ENDING}` : time
}
