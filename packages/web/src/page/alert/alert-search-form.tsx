import { ALERT_STATUSES, SEVERITIES } from '@opsgraph/core/pure'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { SearchForm } from '../../ui/search-form.js'
import shared from '../../ui/shared.module.css'
import {
  type AlertSearch,
  hasMoreFields,
  readFormFields,
  readSearch,
  readSort,
  SORTS,
  STATUS_GROUPS,
  toFormFields,
  toSearchParams,
} from './alert-search.js'

const STATUSES: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'active' },
  ...STATUS_GROUPS,
  { value: 'any', label: 'any' },
  ...toOptions<string>(ALERT_STATUSES),
]
const ANY_SEVERITY = [{ value: '', label: 'any' }, ...toOptions<string>(SEVERITIES)]

const REACHES = [
  { value: '', label: 'any' },
  { value: 'true', label: 'no service' },
]

/** The search form of the list of alerts. It shows the search that is in the address of the page. */
export function AlertSearchForm() {
  const [address, setAddress] = useSearchParams()
  const search = readSearch(address)
  const shown = JSON.stringify(search)
  const [followed, setFollowed] = useState(shown)
  const [sent, setSent] = useState<string>()
  const [fields, setFields] = useState(() => toFormFields(search))
  const [isOpen, setOpen] = useState(() => hasMoreFields(search))
  // The address may change without this form, for example with the back button. Then change the fields of this form,
  // because a new form would lose the focus.
  if (shown !== followed) {
    setFollowed(shown)
    setSent(undefined)
    // After a submit, the address changes a moment later. Do not overwrite what the user has typed meanwhile.
    if (shown !== sent) setFields(toFormFields(search))
    setOpen(isOpen || hasMoreFields(search))
  }
  const first = useRef<HTMLInputElement>(null)
  const submit = () => {
    const next = toSearchParams(readFormFields(fields, search))
    const nextShown = JSON.stringify(readSearch(new URLSearchParams(next)))
    if (nextShown !== shown) setSent(nextShown)
    setAddress(next)
  }
  const clear = () => {
    setAddress({})
    // Move the focus, because the focused button disappears.
    first.current?.focus()
  }
  const field = (name: keyof AlertSearch) => ({
    value: fields[name],
    onValueChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })
  return (
    <SearchForm className={shared.loose} onSearch={submit}>
      <div className={shared.fields}>
        <TextField
          ref={first}
          label="Search"
          type="search"
          hint="A part of the resource, event, text or service"
          {...field('q')}
        />
        <SelectField label="Status" options={STATUSES} {...field('status')} />
        <SelectField label="Severity" options={ANY_SEVERITY} {...field('severity')} />
        <SelectField label="Order" options={SORTS} {...field('sort')} value={readSort(fields)} />
      </div>
      {isOpen && (
        <div className={shared.fields}>
          <TextField label="Assignee" hint="The person who has the alerts" {...field('assignee')} />
          <TextField label="Hurts service" hint="The alerts that the service counts" {...field('hurts')} />
          <SelectField label="Reaches" options={REACHES} {...field('unreached')} />
          <TextField
            label="Maintenance window"
            hint="The id of the window that holds the alerts"
            {...field('window')}
          />
          <TextField label="Environment" {...field('environment')} />
          <TextField label="Service" {...field('service')} />
          <TextField label="Tag" {...field('tag')} />
          <TextField label="Whole text" {...field('text')} />
          <TextField label="Received from" type="datetime-local" {...field('from')} />
          <TextField label="Received before" type="datetime-local" {...field('to')} />
        </div>
      )}
      <div className={shared.bar}>
        <Button type="submit" icon="search">
          Search
        </Button>
        {!isOpen && <Button onClick={() => setOpen(true)}>More filters</Button>}
        {Object.keys(toSearchParams(search)).length > 0 && <Button onClick={clear}>Clear</Button>}
      </div>
    </SearchForm>
  )
}
