import { measureRegex } from '../filter/regex.js'
import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'

/**
 * How large the compiled regular expressions of one file may still become. `LIMITS.filterProgram` bounds one filter,
 * but a file may hold many thousands, and all are compiled when they are read.
 */
export class PatternBudget {
  #left: number = LIMITS.transferProgram

  get isSpent(): boolean {
    return this.#left < 0
  }

  /** @param sent a value with filters, unchecked; an invalid filter counts too, because finding its fault takes time */
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
