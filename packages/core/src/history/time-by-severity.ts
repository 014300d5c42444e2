import { compareSeverities, type Severity } from '../alert/severity.js'
import type { Transition } from './transition.js'

/** The severity from which on a service counts as failed. */
const FAILED: Severity = 'major'
const MINUTE = 60_000

/** How long a service had each severity (rules.md#history-of-services-6). */
export interface TimeBySeverity {
  /** The minutes at each severity that the service had; `none` = no alert hurt it. */
  readonly minutes: Readonly<Partial<Record<Severity | 'none', number>>>
  /** The share of the known time that was better than `major`, from 0 to 1; `null` = no time is known. */
  readonly share: number | null
}

/**
 * Adds up the time at each severity from transitions, which are passed in the order of their sequence. The time before
 * the first of them is unknown.
 */
export class SeverityClock {
  readonly #from: number
  readonly #until: number
  readonly #spent = new Map<Severity | 'none', number>()
  #severity: Severity | null | undefined
  #since = 0

  /** @param until exclusive; the time after it does not count */
  constructor(from: string, until: string) {
    this.#from = Date.parse(from)
    this.#until = Date.parse(until)
  }

  /** Takes the next transition. */
  take({ time, to }: Pick<Transition, 'time' | 'to'>): void {
    const at = Date.parse(time)
    this.#spend(at)
    this.#severity = to
    this.#since = at
  }

  /** The time from the first transition to the end. No transition may follow. */
  total(): TimeBySeverity {
    this.#spend(this.#until)
    const spent = [...this.#spent].sort(([one], [other]) => compareWords(one, other))
    const known = sum(spent.map(([, time]) => time))
    const better = sum(spent.flatMap(([severity, time]) => (isFailed(severity) ? [] : [time])))
    return {
      minutes: Object.fromEntries(spent.map(([severity, time]) => [severity, time / MINUTE])),
      share: known === 0 ? null : better / known,
    }
  }

  /** Adds the time until `end` to the severity that the service had. */
  #spend(end: number): void {
    if (this.#severity === undefined) return
    const time = Math.min(end, this.#until) - Math.max(this.#since, this.#from)
    if (time <= 0) return
    const word = this.#severity ?? 'none'
    this.#spent.set(word, (this.#spent.get(word) ?? 0) + time)
  }
}

function isFailed(severity: Severity | 'none'): boolean {
  return severity !== 'none' && compareSeverities(severity, FAILED) <= 0
}

function compareWords(one: Severity | 'none', other: Severity | 'none'): number {
  if (one === 'none' || other === 'none') return Number(one === 'none') - Number(other === 'none')
  return compareSeverities(one, other)
}

function sum(times: readonly number[]): number {
  return times.reduce((total, time) => total + time, 0)
}
