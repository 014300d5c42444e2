/**
 * @param {readonly number[]} values
 * @returns {number}
 */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * Formats a number with three significant digits. Digits before the decimal point are never cut off.
 *
 * @param {number} value
 */
export function compact(value) {
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  return value >= 1 ? value.toFixed(2) : value.toFixed(3)
}

/**
 * Returns the growth of the values per step, as the slope of their linear regression.
 *
 * @param {readonly number[]} values
 */
export function slope(values) {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [above, below] = values.reduce(
    ([upper, lower], value, index) => [upper + (index - middle) * (value - mean), lower + (index - middle) ** 2],
    [0, 0],
  )
  return above / below
}
