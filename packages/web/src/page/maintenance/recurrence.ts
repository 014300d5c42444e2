/** How often a maintenance window recurs, as the form offers it. `rule` = the user writes a recurrence rule. */
export type Repeat = 'never' | 'daily' | 'weekly' | 'rule'

export interface Recurrence {
  readonly repeat: Repeat
  /** The days of a weekly window, such as `MO`. */
  readonly days: readonly string[]
  /** A recurrence rule of RFC 5545. */
  readonly rule: string
}

/** The days of a week, as recurrence rules name them, with the labels that the form shows. */
export const DAYS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'MO', label: 'Mon' },
  { value: 'TU', label: 'Tue' },
  { value: 'WE', label: 'Wed' },
  { value: 'TH', label: 'Thu' },
  { value: 'FR', label: 'Fri' },
  { value: 'SA', label: 'Sat' },
  { value: 'SU', label: 'Sun' },
]

const WEEKLY = /^FREQ=WEEKLY;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*)$/

/** Reads a stored recurrence rule. A rule that is neither daily nor weekly is shown as text. */
export function readRecurrence(rrule: string | null): Recurrence {
  if (rrule === null) return { repeat: 'never', days: [], rule: '' }
  if (rrule === 'FREQ=DAILY') return { repeat: 'daily', days: [], rule: rrule }
  const [, days] = WEEKLY.exec(rrule) ?? []
  return days === undefined
    ? { repeat: 'rule', days: [], rule: rrule }
    : { repeat: 'weekly', days: days.split(','), rule: rrule }
}

/** Returns the rule to send. The form does not validate it; the server does. */
export function formatRule({ repeat, days, rule }: Recurrence): string | null {
  if (repeat === 'never') return null
  if (repeat === 'daily') return 'FREQ=DAILY'
  if (repeat === 'rule') return rule.trim()
  const chosen = listDays(days).map(({ value }) => value)
  return chosen.length === 0 ? 'FREQ=WEEKLY' : `FREQ=WEEKLY;BYDAY=${chosen.join(',')}`
}

/** Describes a recurrence rule in words, for lists. A rule that is neither daily nor weekly is returned as it is. */
export function describeRecurrence(rrule: string): string {
  const { repeat, days, rule } = readRecurrence(rrule)
  if (repeat === 'daily') return 'every day'
  if (repeat !== 'weekly') return rule
  const labels = listDays(days).map(({ label }) => label)
  return `every week on ${labels.join(', ')}`
}

/** Returns the chosen days in the order of the week. */
function listDays(chosen: readonly string[]) {
  return DAYS.filter(({ value }) => chosen.includes(value))
}

/**
 * Returns the day of the week of a local time, such as `MO`; `undefined` if the text is not a local time.
 *
 * @param local `2030-01-31T02:00`
 */
export function findWeekday(local: string): string | undefined {
  const time = new Date(`${local}Z`)
  return Number.isNaN(time.getTime()) ? undefined : DAYS.at(time.getUTCDay() - 1)?.value
}
