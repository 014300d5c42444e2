import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { measureRegex } from './regex.js'

/**
 * Limits the total size of the compiled regular expressions in one file or body. `LIMITS.filterProgram` limits only a
 * single filter or policy. A file may contain many thousands of filters, and reading a filter compiles its regular
 * expressions.
 */
export class PatternBudget {
  #left: number = LIMITS.transferProgram

  get isSpent(): boolean {
    return this.#left < 0
  }

  /**
   * Subtracts the sizes of all regular expressions in a value from the limit.
   *
   * @param sent a value that contains filters or actions of alert policies; they are not checked yet. Invalid filters
   *   and actions count too, because reading them also takes time
   */
  spend(sent: unknown): void {
    const pending = [sent]
    for (let value = pending.pop(); value !== undefined && !this.isSpent; value = pending.pop()) {
      if (isObject(value)) this.#left -= patternSize(value)
      if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) pending.push(child)
    }
  }
}

function patternSize(object: Readonly<Record<string, unknown>>): number {
  const op = ownValue(object, 'op')
  const pattern = op === '~' || op === '!~' ? ownValue(object, 'value') : ownValue(object, 'pattern')
  if (typeof pattern !== 'string' || pattern.length > LIMITS.filterPattern) return 0
  const measured = measureRegex(pattern)
  return 'size' in measured ? measured.size : 0
}
