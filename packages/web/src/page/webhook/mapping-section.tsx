import type { JsonValue } from '@opsgraph/core'
import { ALERT_FIELD_NAMES, REQUIRED_FIELDS } from '@opsgraph/core/pure'
import { optionsOf, SelectField, TextField } from '../../ui/field.js'
import { AttributeRows } from './attribute-rows.js'
import { MappingRow } from './mapping-row.js'
import type { SectionProps } from './use-webhook-draft.js'
import styles from './webhook.module.css'
import { objectAt, textAt, withKey } from './webhook-draft.js'

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
