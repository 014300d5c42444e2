import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RelationFilter } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import styles from './resource.module.css'
import { SEARCH_FIELDS } from './search-fields.js'

const SOURCES = [{ value: '', label: 'Any' }, ...RELATION_SOURCES.map((source) => ({ value: source, label: source }))]

/** The search form. The address of the page contains the current search, so the user can bookmark the search. */
export function RelationSearch({ filter }: { readonly filter: RelationFilter }) {
  const [, setSearch] = useSearchParams()
  const [fields, setFields] = useState(filter)
  const change = (changed: RelationFilter) => setFields((before) => ({ ...before, ...changed }))
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Object.entries(SEARCH_FIELDS).map(([name, field]) => [name, fields[field]?.trim() ?? ''])
    setSearch(Object.fromEntries(wanted.filter(([, value]) => value !== '')))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the role names the purpose of the form in every browser
    <form role="search" className={styles.search} onSubmit={search}>
      <TextField label="Resource" value={fields.resource ?? ''} onValueChange={(resource) => change({ resource })} />
      <TextField label="Parent" value={fields.parent ?? ''} onValueChange={(parent) => change({ parent })} />
      <TextField
        label="Environment"
        value={fields.environment ?? ''}
        onValueChange={(environment) => change({ environment })}
      />
      <SelectField
        label="Source"
        value={fields.source ?? ''}
        options={SOURCES}
        onValueChange={(source) => change({ source })}
      />
      <TextField
        label="sourceRef"
        value={fields.sourceRef ?? ''}
        onValueChange={(sourceRef) => change({ sourceRef })}
      />
      <Button type="submit" icon="search">
        Search
      </Button>
    </form>
  )
}
