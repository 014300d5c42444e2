import { Choices } from '../../ui/checkbox.js'
import { SelectField, TextField } from '../../ui/field.js'
import { DAYS, findWeekday, type Recurrence, type Repeat } from './recurrence.js'

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
