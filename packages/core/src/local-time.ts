/** The local date and time in a time zone, in the format of RFC 5545: `20250131T023000`. */
export function localTime(time: number, timezone: string): string {
  const local = new Date(readLocalTime(time, createFormat(timezone))).toISOString()
  return local.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(/[-:]/g, '')
}

/**
 * Returns true if this is the IANA name of a time zone, such as `Europe/Berlin` or `UTC`. An offset such as `+02:00` is
 * not a name.
 */
export function isTimezone(timezone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(timezone)) return false
  try {
    createFormat(timezone)
    return true
  } catch {
    return false
  }
}

/**
 * Converts the local time of a time zone to UTC. Create one clock for each webhook and keep it, because creating an
 * `Intl.DateTimeFormat` takes long.
 */
export class LocalClock {
  readonly #format: Intl.DateTimeFormat | undefined

  /** @param timezone an IANA name (`isTimezone`) */
  constructor(timezone: string) {
    // For UTC, no format is needed: the offset is always 0.
    this.#format = timezone === 'UTC' ? undefined : createFormat(timezone)
  }

  /** The number of steps to count on a {@link WorkMeter} for one call of `toUtc`. */
  get steps(): number {
    return this.#format === undefined ? 0 : STEPS_PER_FORMAT
  }

  /**
   * Converts a local time to UTC. If the local time occurs twice, because clocks are set back, the result is the first
   * of the two times. If it never occurs, because clocks are set forward, the result is computed as if they were not.
   *
   * @param local the local time, as milliseconds since 1970 in local time
   * @returns milliseconds since 1970 in UTC
   */
  toUtc(local: number): number {
    const [before, after] = [this.#offsetAt(local - DAY_MILLISECONDS), this.#offsetAt(local + DAY_MILLISECONDS)]
    const first = local - before
    if (before === after || this.#offsetAt(first) === before) return first
    const second = local - after
    return this.#offsetAt(second) === after ? second : first
  }

  /** The number of milliseconds by which local time is ahead of UTC. */
  #offsetAt(time: number): number {
    if (this.#format === undefined) return 0
    const second = Math.floor(time / 1000) * 1000
    return readLocalTime(second, this.#format) - second
  }
}

const STEPS_PER_FORMAT = 400
/** One day in milliseconds. No time zone is further from UTC, and none changes its offset twice within two days. */
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** The local time, rounded down to a whole second, as milliseconds since 1970 in local time. */
function readLocalTime(time: number, format: Intl.DateTimeFormat): number {
  const read = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of format.formatToParts(time))
    if (type in read) read[type as keyof typeof read] = Number(value)
  const { year, month, day, hour, minute, second } = read
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
}
