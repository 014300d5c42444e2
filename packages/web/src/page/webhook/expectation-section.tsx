import { SEVERITIES } from '@opsgraph/core/pure'
import { faultAt } from '../../api/faults.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import type { SectionProps } from './section-props.js'
import styles from './webhook.module.css'
import { textAt } from './webhook-draft.js'

const SEVERITY_OPTIONS = SEVERITIES.map((severity) => ({ value: severity as string, label: severity as string }))

/** The form fields that say how often a delivery is expected, and how bad it is if none comes. */
export function ExpectationSection({ edited, config, faults }: SectionProps) {
  const { expectEvery = null } = config
  return (
    <section className={styles.section} aria-label="Silence">
      <h2>Silence</h2>
      <div className={styles.fields}>
        <TextField
          label="A delivery is expected every (seconds)"
          inputMode="numeric"
          hint="From 60 to 604800. If none comes, an alert opens, which the next delivery closes. Empty: the tool may be silent."
          value={expectEvery === null ? '' : String(expectEvery)}
          onValueChange={(text) => edited.set('expectEvery', readSeconds(text))}
          error={faultAt(faults, 'expectEvery')}
        />
        {expectEvery !== null && (
          <SelectField
            label="Severity of the alert"
            value={textAt(config, 'expectSeverity') || 'major'}
            options={SEVERITY_OPTIONS}
            onValueChange={(severity) => edited.set('expectSeverity', severity)}
            error={faultAt(faults, 'expectSeverity')}
          />
        )}
      </div>
    </section>
  )
}

/** The server refuses a text that is no number of seconds, and says why. */
function readSeconds(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}
