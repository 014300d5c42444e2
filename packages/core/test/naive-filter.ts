import type { Clause, Filter } from '../src/filter/filter.js'

/** A slow, literal implementation of rules.md#filters. It shares no code with the implementation under test. */
export function naiveMatches(subject: unknown, { operator, clauses }: Filter): boolean {
  if (clauses.length === 0) return true
  const results = clauses.map((clause) =>
    'clauses' in clause ? naiveMatches(subject, clause) : naiveClause(subject, clause),
  )
  return operator === 'AND' ? !results.includes(false) : results.includes(true)
}

const OPPOSITE = new Map([
  ['!=', '='],
  ['NOT LIKE', 'LIKE'],
  ['!~', '~'],
  ['NOT IN', 'IN'],
  ['NOT CONTAINS', 'CONTAINS'],
])

function naiveClause(subject: unknown, { key, op, value }: Clause): boolean {
  const field = naiveField(subject, key)
  const plain = OPPOSITE.get(op)
  if (plain !== undefined) return !naiveHolds(field, plain, value)
  return naiveHolds(field, op, value)
}

/**
 * Reads a field. Property names may contain dots, so the function tries each dot of the key as the end of the first
 * property name.
 */
export function naiveField(subject: unknown, key: string): unknown {
  if (Array.isArray(subject)) return subject.map((element) => naiveField(element, key))
  if (typeof subject !== 'object' || subject === null) return undefined
  const entries = new Map(Object.entries(subject))
  for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
    const below = naiveField(entries.get(key.slice(0, dot)), key.slice(dot + 1))
    if (below !== undefined && below !== null) return below
  }
  return entries.get(key) ?? undefined
}

function naiveHolds(field: unknown, op: string, value: unknown): boolean {
  if (op === 'CONTAINS' && !Array.isArray(field)) return isValue(field) && naiveText(field).includes(naiveText(value))
  const elements = (Array.isArray(field) ? field.flat(Number.POSITIVE_INFINITY) : [field]).filter(isValue)
  return elements.some((element) => naiveElement(element, op, value))
}

function naiveElement(element: unknown, op: string, value: unknown): boolean {
  if (op === 'LIKE') return naiveLike([...naiveText(element)], [...String(value)])
  if (op === '~') return new RegExp(String(value), 'u').test(naiveText(element))
  if (op === 'IN') return naiveItems(value).some((item) => naiveCompare(element, item) === 0)
  const order = naiveCompare(element, value)
  if (op === '=' || op === 'CONTAINS') return order === 0
  return (order === 0 && op.includes('=')) || (order < 0 ? op.startsWith('<') : order > 0 && op.startsWith('>'))
}

function naiveItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return [...String(value).matchAll(/[^,]+/g)].map(([item]) => item.trim()).filter(Boolean)
}

/** SQL's `LIKE` as a recursion: each call matches the first symbol of the pattern, then the rest of the pattern. */
export function naiveLike(text: readonly string[], [symbol, ...pattern]: readonly string[]): boolean {
  if (symbol === undefined) return text.length === 0
  if (symbol === '%') return text.some((_, at) => naiveLike(text.slice(at), pattern)) || naiveLike([], pattern)
  const [character, ...rest] = text
  if (character === undefined) return false
  if (symbol === '\\') return character === pattern[0] && naiveLike(rest, pattern.slice(1))
  return (symbol === '_' || symbol === character) && naiveLike(rest, pattern)
}

function isValue(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object'
}

const SCALE = 60

function naiveCompare(left: unknown, right: unknown): number {
  const [leftUnits, rightUnits] = [naiveUnits(left), naiveUnits(right)]
  if (leftUnits !== undefined && rightUnits !== undefined) return compare(leftUnits, rightUnits)
  return Buffer.compare(Buffer.from(naiveText(left)), Buffer.from(naiveText(right)))
}

function compare(left: bigint, right: bigint): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** A number as a multiple of 10^-60, so that comparisons are exact; `undefined` if the value is not a number. */
function naiveUnits(value: unknown): bigint | undefined {
  const text = String(value)
  const pattern =
    typeof value === 'number' ? /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/ : /^(-?)(\d+(?=\.\d|$)|(?=\.))\.?(\d*)$/
  const parts = typeof value === 'boolean' ? null : pattern.exec(text)
  if (parts === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  if (whole === '' && fraction === '') return undefined
  const units = BigInt(whole + fraction) * 10n ** BigInt(SCALE - fraction.length + Number(exponent))
  return sign === '-' ? -units : units
}

function naiveText(value: unknown): string {
  const units = typeof value === 'number' ? naiveUnits(value) : undefined
  if (units === undefined) return String(value)
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, '0')
  const text = `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`.replace(/\.?0*$/, '')
  return units < 0n ? `-${text}` : text
}
