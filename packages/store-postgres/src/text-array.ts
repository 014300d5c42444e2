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
  return isPlain ? `{"${items.join('","')}"}` : `{${items.map(element).join(',')}}`
}

/** Like {@link textArray}, for numbers. */
export function plainArray(items: readonly number[]): string {
  return `{${items.join(',')}}`
}

/** The text, or null if PostgreSQL cannot store it, so that a lookup finds nothing. */
export function storable(text: string): string | null {
  return isStorable(text) ? text : null
}

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

function element(item: string | null): string {
  if (item === null || !isStorable(item)) return 'null'
  return `"${item.replace(/["\\]/g, '\\$&')}"`
}
