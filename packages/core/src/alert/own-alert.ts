import { isScalar } from '../filter/filter.js'
import type { JsonValue } from '../json-value.js'
import { nameFault, normalizeName } from '../name.js'

/** The origin of the alerts that the server itself raises. */
export const OWN_ORIGIN = 'opsgraph'

/**
 * The names in an unchecked value, which may be a name or a list of names. Leaves out what an alert cannot have as a
 * name.
 */
export function validNamesIn(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => {
    const name = isScalar(each as JsonValue) ? normalizeName(String(each)) : ''
    return name === '' || nameFault(name) !== undefined ? [] : [name]
  })
}

const TIME_UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Formats a number of seconds in the largest unit that divides it: `minute`, `5 minutes`, `90 seconds`. */
export function formatDuration(seconds: number): string {
  const [size, unit] = TIME_UNITS.find(([each]) => seconds % each === 0) ?? [1, 'second']
  return seconds === size ? unit : `${seconds / size} ${unit}s`
}
