import type { JsonObject } from '@opsgraph/core'
import { faultAt } from '../../api/faults.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import type { SectionProps } from './section-props.js'
import styles from './webhook.module.css'
import { isJsonObject, textAt } from './webhook-draft.js'

const PLACES = [
  { value: 'none', label: 'Process them again' },
  { value: 'header', label: 'Detect them by a header' },
  { value: 'path', label: 'Detect them by a path in the payload' },
] as const

/** The form fields that say how repeated deliveries are recognized. */
export function DeduplicationSection({ edited, config, faults }: SectionProps) {
  const known = isJsonObject(config.deduplication) ? config.deduplication : undefined
  const place = known === undefined ? 'none' : 'header' in known ? 'header' : 'path'
  const set = (value: JsonObject | null) => edited.set('deduplication', value)
  const { ttlSeconds = 86_400 } = known ?? {}
  return (
    <section className={styles.section} aria-label="Deduplication">
      <h2>Deduplication</h2>
      <div className={styles.fields}>
        <SelectField
          label="Repeated deliveries"
          value={place}
          options={PLACES}
          onValueChange={(next) => set(next === 'none' ? null : { [next]: '', ttlSeconds })}
          error={faultAt(faults, 'deduplication')}
        />
        {known !== undefined && place !== 'none' && (
          <>
            <TextField
              label={place === 'header' ? 'Header with the id' : 'Path of the id'}
              value={textAt(known, place)}
              onValueChange={(value) => set({ ...known, [place]: value })}
              error={faultAt(faults, `deduplication.${place}`)}
            />
            <TextField
              label="Remembered for (seconds)"
              inputMode="numeric"
              value={String(ttlSeconds)}
              onValueChange={(text) => set({ ...known, ttlSeconds: /^\d{1,15}$/.test(text) ? Number(text) : text })}
              error={faultAt(faults, 'deduplication.ttlSeconds')}
            />
          </>
        )}
      </div>
    </section>
  )
}
