import { measureRegex } from '../filter/regex.js'
import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'

/**
 * Limits the total size of the compiled regular expressions in one file. `LIMITS.filterProgram` limits only a single
 * filter. A file may contain many thousands of filters, and reading a filter compiles its regular expressions.
 */
export class PatternBudget {
  #left: number = LIMITS.transferProgram

  get isSpent(): boolean {
    return this.#left < 0
  }

  /**
   * Subtracts the sizes of all regular expressions in a value from the limit.
   *
   * @param sent a value that contains filters; the filters are not checked yet. Invalid filters count too, because
   *   reading an invalid filter also takes time
   */
  spend(sent: unknown): void {
    const pending = [sent]
    for (let value = pending.pop(); value !== undefined && !this.isSpent; value = pending.pop()) {
      if (isObject(value)) this.#left -= sizeOf(value)
      if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) pending.push(child)
    }
  }
}

function sizeOf(clause: Readonly<Record<string, unknown>>): number {
  const op = ownValue(clause, 'op')
  const pattern = ownValue(clause, 'value')
  if ((op !== '~' && op !== '!~') || typeof pattern !== 'string' || pattern.length > LIMITS.filterPattern) return 0
  const measured = measureRegex(pattern)
  return 'size' in measured ? measured.size : 0
}
