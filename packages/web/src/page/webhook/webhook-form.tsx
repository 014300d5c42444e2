import { faultAt } from '../../api/faults.js'
import { Checkbox } from '../../ui/checkbox.js'
import { TextField } from '../../ui/text-field.js'
import { AuthSection } from './auth-section.js'
import { DeduplicationSection } from './deduplication-section.js'
import { ExpectationSection } from './expectation-section.js'
import { MappingSection } from './mapping-section.js'
import { PayloadSection } from './payload-section.js'
import type { SectionProps } from './section-props.js'
import styles from './webhook.module.css'
import { textAt } from './webhook-draft.js'

export function WebhookForm(props: SectionProps) {
  return (
    <>
      <Identity {...props} />
      <AuthSection {...props} />
      <PayloadSection {...props} />
      <MappingSection {...props} />
      <DeduplicationSection {...props} />
      <ExpectationSection {...props} />
    </>
  )
}

function Identity({ edited: { set }, config, faults, webhook }: SectionProps) {
  const field = (name: string) => ({
    value: textAt(config, name),
    onValueChange: (value: string) => set(name, value),
    error: faultAt(faults, name),
  })
  return (
    <section className={styles.section}>
      <div className={styles.fields}>
        {webhook === undefined && (
          <TextField label="Id" hint="The last part of the URL: letters, digits, - and _" {...field('id')} />
        )}
        <TextField label="Name" {...field('name')} />
        <TextField label="Description" {...field('description')} />
        <TextField label="Source id" hint="The name of the source in other systems" {...field('sourceId')} />
      </div>
      <Checkbox
        label="Enabled"
        hint="A disabled webhook stores payloads and creates no alerts."
        checked={config.enabled === true}
        onCheckedChange={(enabled) => set('enabled', enabled)}
      />
    </section>
  )
}
