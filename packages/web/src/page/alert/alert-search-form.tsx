import { ALERT_STATUSES, SEVERITIES } from '@opsgraph/core/pure'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import styles from './alert.module.css'
import { type AlertSearch, addressOf, inputOf, MORE_FIELDS, SORTS, sortOf, timeOf } from './alert-search.js'

const STATUSES = [
  { value: '', label: 'active' },
  { value: 'any', label: 'any' },
  ...ALERT_STATUSES.map((status) => ({ value: status as string, label: status as string })),
]
const ANY_SEVERITY = [
  { value: '', label: 'any' },
  ...SEVERITIES.map((severity) => ({ value: severity as string, label: severity as string })),
]

/** The search form of the list of alerts. */
export function AlertSearchForm({ search }: { readonly search: AlertSearch }) {
  const [, setAddress] = useSearchParams()
  const [fields, setFields] = useState(search)
  const [isOpen, setOpen] = useState(() => MORE_FIELDS.some((name) => search[name] !== ''))
  const change = (changed: Partial<AlertSearch>) => setFields((before) => ({ ...before, ...changed }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAddress(addressOf(fields))
  }
  const text = (name: 'environment' | 'service' | 'tag' | 'text') => ({
    value: fields[name],
    onValueChange: (value: string) => change({ [name]: value }),
  })
  const time = (name: 'from' | 'to') => ({
    type: 'datetime-local',
    value: inputOf(fields[name]),
    onValueChange: (value: string) => change({ [name]: timeOf(value) }),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the role names the purpose of the form in every browser
    <form role="search" className={styles.searching} onSubmit={submit}>
      <div className={styles.fields}>
        <TextField
          label="Search"
          type="search"
          hint="A part of the resource, event, text or service"
          value={fields.q}
          onValueChange={(q) => change({ q })}
        />
        <SelectField
          label="Status"
          value={fields.status}
          options={STATUSES}
          onValueChange={(status) => change({ status })}
        />
        <SelectField
          label="Severity"
          value={fields.severity}
          options={ANY_SEVERITY}
          onValueChange={(severity) => change({ severity })}
        />
        <SelectField label="Order" value={sortOf(fields)} options={SORTS} onValueChange={(sort) => change({ sort })} />
      </div>
      {isOpen && (
        <div className={styles.fields}>
          <TextField label="Environment" {...text('environment')} />
          <TextField label="Service" {...text('service')} />
          <TextField label="Tag" {...text('tag')} />
          <TextField label="Whole text" {...text('text')} />
          <TextField label="Received from" {...time('from')} />
          <TextField label="Received before" {...time('to')} />
        </div>
      )}
      <div className={styles.bar}>
        <Button type="submit" icon="search">
          Search
        </Button>
        {!isOpen && <Button onClick={() => setOpen(true)}>More filters</Button>}
        {Object.keys(addressOf(search)).length > 0 && <Button onClick={() => setAddress({})}>Clear</Button>}
      </div>
    </form>
  )
}
