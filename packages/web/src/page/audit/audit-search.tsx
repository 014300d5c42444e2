import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AuditFilter } from '../../api/audit.js'
import { Button } from '../../ui/button.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import styles from './audit.module.css'
import { AUDIT_EVENTS, AUDIT_TYPES } from './audit-events.js'

const EVENTS = optionsOf(AUDIT_EVENTS)
const TYPES = optionsOf(AUDIT_TYPES)

/** The search form. The current search is in the address, so that it can be bookmarked. */
export function AuditSearch({ filter }: { readonly filter: AuditFilter }) {
  const [, setSearch] = useSearchParams()
  const [fields, setFields] = useState(filter)
  const change = (changed: Partial<AuditFilter>) => setFields((before) => ({ ...before, ...changed }))
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Object.entries(fields).map(([name, value]) => [name, value.trim()])
    setSearch(Object.fromEntries(wanted.filter(([, value]) => value !== '')))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the role names the purpose of the form in every browser
    <form role="search" className={styles.search} onSubmit={search}>
      <SelectField label="Event" value={fields.event} options={EVENTS} onValueChange={(event) => change({ event })} />
      <SelectField label="Type" value={fields.type} options={TYPES} onValueChange={(type) => change({ type })} />
      <TextField label="User" value={fields.user} onValueChange={(user) => change({ user })} />
      <TextField label="resourceId" value={fields.resourceId} onValueChange={(resourceId) => change({ resourceId })} />
      <Button type="submit" icon="search">
        Search
      </Button>
    </form>
  )
}

function optionsOf(values: readonly string[]) {
  return [{ value: '', label: 'Any' }, ...values.map((value) => ({ value, label: value }))]
}
