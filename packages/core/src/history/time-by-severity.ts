import { compareSeverities, type Severity } from '../alert/severity.js'
import type { Transition } from './transition.js'

/** A service with this severity or a worse one counts as failed. */
const MILDEST_FAILED_SEVERITY: Severity = 'major'
const MINUTE_MILLISECONDS = 60_000

/**
 * How long a service had each severity (rules.md#history-of-services-6), and how much of the time it was not failed.
 */
export interface TimeBySeverity {
  /** The minutes at each severity; `none` = the minutes in which no alert hurt the service. */
  readonly minutes: Readonly<Partial<Record<Severity | 'none', number>>>
  /** The share of the known time that was better than `major`, from 0 to 1; `null` = no time is known. */
  readonly share: number | null
}

/**
 * Adds up the time at each severity. Transitions must be passed in the order of their sequence. The time before the
 * first transition is unknown.
 */
export class SeverityClock {
  readonly #from: number
  readonly #until: number
  readonly #times = new Map<Severity | 'none', number>()
  #severity: Severity | null | undefined
  #since = 0

  /** @param until exclusive; the time after it does not count */
  constructor(from: string, until: string) {
    this.#from = Date.parse(from)
    this.#until = Date.parse(until)
  }

  /** Adds the next transition. */
  add({ time, to }: Pick<Transition, 'time' | 'to'>): void {
    const at = Date.parse(time)
    this.#addUntil(at)
    this.#severity = to
    this.#since = at
  }

  /** Returns the result. No transition may be added afterwards. */
  total(): TimeBySeverity {
    this.#addUntil(this.#until)
    const sortedTimes = [...this.#times].sort(([one], [other]) => compareSeveritiesNoneLast(one, other))
    const knownTime = sumOfTimes(sortedTimes.map(([, time]) => time))
    const better = sumOfTimes(sortedTimes.flatMap(([severity, time]) => (isFailed(severity) ? [] : [time])))
    return {
      minutes: Object.fromEntries(sortedTimes.map(([severity, time]) => [severity, time / MINUTE_MILLISECONDS])),
      share: knownTime === 0 ? null : better / knownTime,
    }
  }

  /** Adds the time since the last transition, up to `end`, to the current severity. */
  #addUntil(end: number): void {
    if (this.#severity === undefined) return
    const time = Math.min(end, this.#until) - Math.max(this.#since, this.#from)
    if (time <= 0) return
    const word = this.#severity ?? 'none'
    this.#times.set(word, (this.#times.get(word) ?? 0) + time)
  }
}

function isFailed(severity: Severity | 'none'): boolean {
  return severity !== 'none' && compareSeverities(severity, MILDEST_FAILED_SEVERITY) <= 0
}

function compareSeveritiesNoneLast(one: Severity | 'none', other: Severity | 'none'): number {
  if (one === 'none' || other === 'none') return Number(one === 'none') - Number(other === 'none')
  return compareSeverities(one, other)
}

function sumOfTimes(times: readonly number[]): number {
  return times.reduce((total, time) => total + time, 0)
}
