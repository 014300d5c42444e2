import { compareNames } from '../name.js'
import type { Scalar } from './filter.js'

/**
 * Texts that count as numbers: digits with an optional `-` and decimal point. An empty text, `1e3`, `0x10`, `+1`, `1.`
 * and ` 1` are not numbers.
 */
const DECIMAL_PATTERN = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/

const MINUS_CODE = 0x2d
const NINE_CODE = 0x39

/** Decimal numbers with at most this many digits can be converted to floating-point and back without loss. */
const MAX_EXACT_DIGITS = 15

/** A scalar as text: `true` or `false` for a boolean, digits without an exponent for a number of any size. */
export function scalarText(scalar: Scalar): string {
  if (typeof scalar === 'string') return scalar
  const text = String(scalar)
  return typeof scalar === 'number' && text.includes('e') ? withoutExponent(text) : text
}

/**
 * Returns a test for whether a scalar equals one of `items` (rules.md#filter-operators). `1.50`, `01.5` and the number
 * 1.5 are equal. `1.5 ` with a space at its end is not equal to them. Compares digits rather than floating-point
 * numbers, so that ids of 20 digits stay distinct.
 */
export function equalsOneOf(items: readonly Scalar[]): (scalar: Scalar) => boolean {
  const wanted = new Set(items.map(equalityText))
  const [only] = wanted
  const hasNumber = [...wanted].some((text) => toDecimal(text) !== undefined)
  if (hasNumber) return (scalar) => wanted.has(equalityText(scalar))
  // A faster test, because no item is a number here: a text that is not a number equals only itself.
  return wanted.size === 1 ? (scalar) => scalarText(scalar) === only : (scalar) => wanted.has(scalarText(scalar))
}

/** Returns a text for comparing a scalar: two scalars are equal if and only if their texts are equal. */
export function equalityText(scalar: Scalar): string {
  const text = scalarText(scalar)
  return toDecimal(text) ?? text
}

/**
 * Returns a function that compares a field with `wanted`: as numbers if both count as numbers, otherwise as texts by
 * code point (rules.md#filter-operators).
 */
export function comparisonWith(wanted: Scalar): (field: Scalar) => number {
  const wantedText = scalarText(wanted)
  if (!isDecimal(wantedText)) return (field) => compareNames(scalarText(field), wantedText)
  const compare = comparisonWithDecimal(wantedText)
  return (field) => {
    if (typeof field === 'number' && typeof wanted === 'number') return field - wanted
    return compare(scalarText(field))
  }
}

function comparisonWithDecimal(wanted: string): (text: string) => number {
  const wantedNumber = toExactNumber(wanted)
  const wantedDecimal = toDecimal(wanted) ?? wanted
  return (text) => {
    const number = toExactNumber(text)
    if (number !== undefined && wantedNumber !== undefined) return number - wantedNumber
    const decimal = toDecimal(text)
    return decimal === undefined ? compareNames(text, wanted) : compareDecimals(decimal, wantedDecimal)
  }
}

/** True for a text that counts as a number. */
export function isDecimal(text: string): boolean {
  const first = text.charCodeAt(0)
  // Most fields are words. For these fields, checking the first character is enough, which is fast.
  return first >= MINUS_CODE && first <= NINE_CODE && DECIMAL_PATTERN.test(text)
}

/**
 * The number in a text, for fast comparison; `undefined` if the text is not a number, or if it is so long that a
 * floating-point number might not hold all of its digits.
 */
function toExactNumber(text: string): number | undefined {
  return text.length <= MAX_EXACT_DIGITS && isDecimal(text) ? Number(text) : undefined
}

/** The number in a text, without superfluous zeros; `undefined` if the text is not a number. */
function toDecimal(text: string): string | undefined {
  if (!isDecimal(text)) return undefined
  const digits = text.startsWith('-') ? text.slice(1) : text
  const [whole = '', fraction = ''] = digits.split('.')
  let start = 0
  while (whole[start] === '0') start++
  let end = fraction.length
  while (fraction[end - 1] === '0') end--
  const magnitude = `${whole.slice(start) || '0'}${end > 0 ? `.${fraction.slice(0, end)}` : ''}`
  return text !== digits && magnitude !== '0' ? `-${magnitude}` : magnitude
}

/** Compares two numbers, written as {@link toDecimal} returns them. */
function compareDecimals(left: string, right: string): number {
  if (left === right) return 0
  const isNegative = left.startsWith('-')
  if (isNegative !== right.startsWith('-')) return isNegative ? -1 : 1
  const order = countCharactersBeforePoint(left) - countCharactersBeforePoint(right) || (left < right ? -1 : 1)
  return isNegative ? -order : order
}

/**
 * The number of characters before the decimal point, including the sign. If two numbers have the same sign, the number
 * with more characters before the point has the larger magnitude. If both have the same number of characters before the
 * point, comparing their texts compares the magnitudes.
 */
function countCharactersBeforePoint(decimal: string): number {
  const point = decimal.indexOf('.')
  return point < 0 ? decimal.length : point
}

/** Converts a number from exponent form to plain digits, for example `-1.5e-7` to `-0.00000015`. */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent = ''] = text.split('e')
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.')
  const shift = Number(exponent)
  // JavaScript writes an exponent only for numbers whose magnitude is at least 1e21 or below 1e-6. So the decimal point
  // always moves behind the last digit or before the first digit.
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`
  return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}
