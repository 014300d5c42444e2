import { compareNames } from '../name.js'
import type { Scalar } from './filter.js'

/** What reads as a number: decimal digits with a sign or a point; not ``, `1e3`, `0x10`, `+1`, `1.` nor ` 1`. */
const DECIMAL = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/

const MINUS = 0x2d
const NINE = 0x39

/** So many decimal digits come back from a floating-point number unchanged. */
const EXACT_DIGITS = 15

/** A scalar as text: a boolean's word, a number in plain digits however large or small it is. */
export function textOf(scalar: Scalar): string {
  if (typeof scalar === 'string') return scalar
  const text = String(scalar)
  return typeof scalar === 'number' && text.includes('e') ? withoutExponent(text) : text
}

/**
 * Tells whether a scalar equals one of `items` (rules.md#filter-operators): `1.50`, `01.5` and the number 1.5 do,
 * `1.5 ` does not. Digits are compared, not floating-point numbers, so that ids of 20 digits stay different.
 */
export function equalsOneOf(items: readonly Scalar[]): (scalar: Scalar) => boolean {
  const wanted = new Set(items.map(equalityText))
  const [only] = wanted
  const hasNumber = [...wanted].some((text) => decimalOf(text) !== undefined)
  if (hasNumber) return (scalar) => wanted.has(equalityText(scalar))
  // What equals a text that is not a number is that text alone.
  return wanted.size === 1 ? (scalar) => textOf(scalar) === only : (scalar) => wanted.has(textOf(scalar))
}

/** A text that two scalars share exactly when they are equal. */
function equalityText(scalar: Scalar): string {
  const text = textOf(scalar)
  return decimalOf(text) ?? text
}

/**
 * Compares a field with `wanted`, as numbers when both read as numbers, else as texts by code point
 * (rules.md#filter-operators).
 */
export function comparisonWith(wanted: Scalar): (field: Scalar) => number {
  const wantedText = textOf(wanted)
  if (!isDecimal(wantedText)) return (field) => compareNames(textOf(field), wantedText)
  const compare = comparisonWithDecimal(wantedText)
  return (field) => {
    if (typeof field === 'number' && typeof wanted === 'number') return field - wanted
    return compare(textOf(field))
  }
}

function comparisonWithDecimal(wanted: string): (text: string) => number {
  const wantedNumber = exactNumberOf(wanted)
  const wantedDecimal = decimalOf(wanted) ?? wanted
  return (text) => {
    const number = exactNumberOf(text)
    if (number !== undefined && wantedNumber !== undefined) return number - wantedNumber
    const decimal = decimalOf(text)
    return decimal === undefined ? compareNames(text, wanted) : compareDecimals(decimal, wantedDecimal)
  }
}

function isDecimal(text: string): boolean {
  const first = text.charCodeAt(0)
  // Most fields are words: their first letter tells.
  return first >= MINUS && first <= NINE && DECIMAL.test(text)
}

/** The number that a text reads as, where a floating-point number holds all its digits; the quick way to compare. */
function exactNumberOf(text: string): number | undefined {
  return text.length <= EXACT_DIGITS && isDecimal(text) ? Number(text) : undefined
}

/** The number that a text reads as, without needless zeros; `undefined` when it is not a number. */
function decimalOf(text: string): string | undefined {
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

/** Compares two texts of {@link decimalOf}. */
function compareDecimals(left: string, right: string): number {
  if (left === right) return 0
  const negative = left.startsWith('-')
  if (negative !== right.startsWith('-')) return negative ? -1 : 1
  const order = wholeDigits(left) - wholeDigits(right) || (left < right ? -1 : 1)
  return negative ? -order : order
}

/** More digits before the point, the sign counted, is the larger number; with equally many the texts sort as the numbers. */
function wholeDigits(decimal: string): number {
  const point = decimal.indexOf('.')
  return point < 0 ? decimal.length : point
}

/** Writes `-1.5e-7` as `-0.00000015`. */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent = ''] = text.split('e')
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.')
  const shift = Number(exponent)
  // JavaScript writes an exponent only where the point leaves the digits: from 1e21, and below 1e-6.
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`
  return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}
