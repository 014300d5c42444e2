import { Choices } from '../../ui/checkbox.js'
import { SelectField, TextField } from '../../ui/field.js'

interface RecurrenceFieldsProps {
  readonly recurrence: Recurrence
  /** The local time at which the first occurrence begins. */
  readonly start: string
  readonly onChange: (changed: Partial<Recurrence>) => void
}

const REPEATS: readonly { readonly value: Repeat; readonly label: string }[] = [
  { value: 'never', label: 'never' },
  { value: 'daily', label: 'every day' },
  { value: 'weekly', label: 'every week, on some days' },
  { value: 'rule', label: 'by a rule (RRULE)' },
]

/** The inputs that say how a maintenance window recurs. */
export function RecurrenceFields({ recurrence: { repeat, days, rule }, start, onChange }: RecurrenceFieldsProps) {
  const choose = (next: Repeat) => {
    const day = findWeekday(start)
    // The first occurrence must be one of the occurrences that the rule produces.
    onChange({ repeat: next, ...(next === 'weekly' && days.length === 0 && day !== undefined && { days: [day] }) })
  }
  return (
    <>
      <SelectField
        label="Repeats"
        value={repeat}
        options={REPEATS}
        onValueChange={choose}
        path={repeat === 'rule' ? undefined : 'rrule'}
      />
      {repeat === 'rule' && (
        <TextField
          label="Recurrence rule"
          value={rule}
          onValueChange={(next) => onChange({ rule: next })}
          hint="RFC 5545, such as FREQ=MONTHLY;BYDAY=1SU. The start must be one of its times."
          path="rrule"
        />
      )}
      {repeat === 'weekly' && (
        <Choices legend="On these days" options={DAYS} chosen={days} onChange={(next) => onChange({ days: next })} />
      )}
    </>
  )
}

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
const DAYS: readonly { readonly value: string; readonly label: string }[] = [
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
