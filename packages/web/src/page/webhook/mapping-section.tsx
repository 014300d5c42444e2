import type { JsonObject, JsonValue } from '@opsgraph/core'
import { ALERT_FIELD_NAMES, REQUIRED_FIELDS } from '@opsgraph/core/pure'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { Section } from '../../ui/page.js'
import shared from '../../ui/shared.module.css'
import { findKind } from './mapping-kind.js'
import { MappingRow } from './mapping-row.js'
import styles from './webhook.module.css'
import { getObject, isJsonObject, type SectionProps, setKey } from './webhook-draft.js'

/** Edits the mappings of all alert fields. Required fields are always shown; the user can add the other fields. */
export function MappingSection({ edited, config }: SectionProps) {
  const mappings = getObject(config, 'fieldMappings')
  const defaults = getObject(config, 'defaultValues')
  const others = ALERT_FIELD_NAMES.filter((field) => !isRequired(field) && field !== ATTRIBUTES)
  const isShown = (field: string) => Object.hasOwn(mappings, field) || Object.hasOwn(defaults, field)
  const setMapping = (field: string, value: JsonValue | undefined) =>
    edited.set('fieldMappings', setEntry(mappings, field, value))
  const setDefault = (field: string, value: JsonValue | undefined) =>
    edited.set('defaultValues', setEntry(defaults, field, value))
  const remove = (field: string) => {
    const isMapped = getEntry(mappings, field) !== undefined
    if (isMapped) setMapping(field, undefined)
    // The first removal of an attribute removes its mapping, the second one its default value.
    const isDone = isMapped && field.startsWith(ATTRIBUTES)
    if (!isDone && getEntry(defaults, field) !== undefined) setDefault(field, undefined)
  }
  const row = (field: string) => (
    <MappingRow
      key={field}
      field={field}
      mapping={getEntry(mappings, field)}
      fallback={getEntry(defaults, field)}
      onMapping={(value) => setMapping(field, value)}
      onFallback={(value) => setDefault(field, value)}
      onRemove={isRequired(field) ? undefined : () => remove(field)}
    />
  )
  const { attributes } = mappings
  const isWhole = attributes !== undefined && (!isJsonObject(attributes) || findKind(attributes) === 'expand')
  const names = Object.keys({ ...getObject(mappings, ATTRIBUTES), ...getObject(defaults, ATTRIBUTES) })
  return (
    <Section title="Mapping">
      <p className={shared.quiet}>
        A path points into the payload: <code>checks[0].host</code>, <code>labels["app.team"]</code>. If it finds
        nothing, the default value is used.
      </p>
      <TextField
        label="Path of the list"
        hint="If set, each element of this list becomes an alert, and all other paths start at the element."
        {...edited.field('arrayPath')}
      />
      <div>
        {REQUIRED_FIELDS.map(row)}
        {others.filter(isShown).map(row)}
        {/* Either a single mapping reads all attributes from an object, or each attribute has its own mapping. */}
        {isWhole ? row(ATTRIBUTES) : names.map((name) => row(`${ATTRIBUTES}.${name}`))}
        {!isWhole && <AddAttribute names={names} onAdd={(name) => setMapping(`${ATTRIBUTES}.${name}`, '')} />}
      </div>
      <SelectField
        label="Add a field"
        value=""
        options={[
          { value: '', label: 'Choose a field' },
          ...toOptions<string>(others.filter((field) => !isShown(field))),
        ]}
        onValueChange={(field) => field !== '' && setMapping(field, '')}
      />
    </Section>
  )
}

const ATTRIBUTES = 'attributes'

function isRequired(field: string): boolean {
  return REQUIRED_FIELDS.some((required) => required === field)
}

/**
 * Returns the entry of a field, or of an attribute such as `attributes.region`, in the mappings or the default values.
 */
function getEntry(entries: JsonObject, field: string): JsonValue | undefined {
  const attribute = readAttribute(field)
  return attribute === undefined ? entries[field] : getObject(entries, ATTRIBUTES)[attribute]
}

/** Returns the entries with one entry changed; if `value` is `undefined`, the entry is removed. */
function setEntry(entries: JsonObject, field: string, value: JsonValue | undefined): JsonObject {
  const attribute = readAttribute(field)
  if (attribute === undefined) return setKey(entries, field, value)
  const attributes = setKey(getObject(entries, ATTRIBUTES), attribute, value)
  return setKey(entries, ATTRIBUTES, Object.keys(attributes).length === 0 ? undefined : attributes)
}

function readAttribute(field: string): string | undefined {
  return field.startsWith(`${ATTRIBUTES}.`) ? field.slice(ATTRIBUTES.length + 1) : undefined
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
      <div className={shared.bar}>
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
