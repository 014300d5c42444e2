import type { JsonObject, JsonValue } from '@opsgraph/core'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { kindOf } from './mapping-kind.js'
import { MappingRow } from './mapping-row.js'
import styles from './webhook.module.css'
import { isJsonObject, withKey } from './webhook-draft.js'

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
export function AttributeRows({ mapping, fallback, onMapping, onFallback }: AttributeRowsProps) {
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
