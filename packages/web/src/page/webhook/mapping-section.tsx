import type { JsonObject, JsonValue } from '@opsgraph/core'
import { ALERT_FIELD_NAMES, REQUIRED_FIELDS } from '@opsgraph/core/pure'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.js'
import { optionsOf, SelectField, TextField } from '../../ui/field.js'
import { kindOf } from './mapping-kind.js'
import { MappingRow } from './mapping-row.js'
import styles from './webhook.module.css'
import { isJsonObject, objectAt, type SectionProps, textAt, withKey } from './webhook-draft.js'

/** Edits the mappings of all alert fields. Required fields are always shown; the user can add the other fields. */
export function MappingSection({ edited, config }: SectionProps) {
  const mappings = objectAt(config, 'fieldMappings')
  const defaults = objectAt(config, 'defaultValues')
  const isShown = (field: string) => Object.hasOwn(mappings, field) || Object.hasOwn(defaults, field)
  const others = ALERT_FIELD_NAMES.filter((field) => !isRequired(field) && field !== 'attributes')
  const setMapping = (field: string, value: JsonValue | undefined) =>
    edited.set('fieldMappings', withKey(mappings, field, value))
  const setDefault = (field: string, value: JsonValue | undefined) =>
    edited.set('defaultValues', withKey(defaults, field, value))
  const row = (field: string, isRemovable: boolean) => (
    <MappingRow
      key={field}
      field={field}
      mapping={mappings[field]}
      fallback={defaults[field]}
      onMapping={(value) => setMapping(field, value)}
      onFallback={(value) => setDefault(field, value)}
      onRemove={
        isRemovable
          ? () => {
              setMapping(field, undefined)
              if (Object.hasOwn(defaults, field)) setDefault(field, undefined)
            }
          : undefined
      }
    />
  )
  return (
    <section className={styles.section} aria-label="Mapping">
      <h2>Mapping</h2>
      <p className={styles.quiet}>
        A path points into the payload: <code>checks[0].host</code>, <code>labels["app.team"]</code>. If it finds
        nothing, the default value is used.
      </p>
      <TextField
        label="Path of the list"
        value={textAt(config, 'arrayPath')}
        onValueChange={(value) => edited.set('arrayPath', value)}
        hint="If set, each element of this list becomes an alert, and all other paths start at the element."
        path="arrayPath"
      />
      <div>
        {REQUIRED_FIELDS.map((field) => row(field, false))}
        {others.filter(isShown).map((field) => row(field, true))}
        <AttributeRows
          mapping={mappings.attributes}
          fallback={defaults.attributes}
          onMapping={(value) => setMapping('attributes', value)}
          onFallback={(value) => setDefault('attributes', value)}
        />
      </div>
      <SelectField
        label="Add a field"
        value=""
        options={[
          { value: '', label: 'Choose a field' },
          ...optionsOf<string>(others.filter((field) => !isShown(field))),
        ]}
        onValueChange={(field) => field !== '' && setMapping(field, '')}
      />
    </section>
  )
}

function isRequired(field: string): boolean {
  return REQUIRED_FIELDS.some((required) => required === field)
}

interface AttributeRowsProps {
  readonly mapping: JsonValue | undefined
  readonly fallback: JsonValue | undefined
  readonly onMapping: (value: JsonValue | undefined) => void
  readonly onFallback: (value: JsonValue | undefined) => void
}

/**
 * Edits the mappings of attributes. Either each attribute has its own mapping, or a single mapping reads all attributes
 * from an object in the payload.
 */
function AttributeRows({ mapping, fallback, onMapping, onFallback }: AttributeRowsProps) {
  const isWhole = mapping !== undefined && (!isJsonObject(mapping) || kindOf(mapping) === 'expand')
  if (isWhole) {
    return (
      <MappingRow
        field="attributes"
        mapping={mapping}
        fallback={fallback}
        onMapping={onMapping}
        onFallback={onFallback}
        onRemove={() => onMapping(undefined)}
      />
    )
  }
  const mapped = isJsonObject(mapping) ? mapping : {}
  const defaults = isJsonObject(fallback) ? fallback : {}
  const names = [...new Set([...Object.keys(mapped), ...Object.keys(defaults)])]
  const setMapped = (next: JsonObject) => onMapping(Object.keys(next).length === 0 ? undefined : next)
  const setDefaults = (next: JsonObject) => onFallback(Object.keys(next).length === 0 ? undefined : next)
  return (
    <>
      {names.map((name) => (
        <MappingRow
          key={name}
          field={`attributes.${name}`}
          mapping={mapped[name]}
          fallback={defaults[name]}
          onMapping={(value) => setMapped({ ...mapped, [name]: value })}
          onFallback={(value) => setDefaults(withKey(defaults, name, value))}
          onRemove={() =>
            Object.hasOwn(mapped, name)
              ? setMapped(withKey(mapped, name, undefined))
              : setDefaults(withKey(defaults, name, undefined))
          }
        />
      ))}
      <AddAttribute names={names} onAdd={(name) => setMapped({ ...mapped, [name]: '' })} />
    </>
  )
}

interface AddAttributeProps {
  readonly names: readonly string[]
  readonly onAdd: (name: string) => void
}

function AddAttribute({ names, onAdd }: AddAttributeProps) {
  const [name, setName] = useState('')
  const isTaken = names.includes(name)
  const add = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault()
    if (name === '' || isTaken) return
    onAdd(name)
    setName('')
  }
  return (
    <div className={styles.mapping}>
      <div className={styles.bar}>
        <TextField
          label="Name of a new attribute"
          value={name}
          onValueChange={setName}
          onKeyDown={(event) => event.key === 'Enter' && add(event)}
          error={isTaken ? 'An attribute of this name exists.' : undefined}
        />
        <Button icon="plus" disabled={name === '' || isTaken} onClick={add}>
          Add the attribute
        </Button>
      </div>
    </div>
  )
}
