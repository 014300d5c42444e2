import type { JsonObject } from '@opsgraph/core'
import { LIMITS } from '@opsgraph/core/pure'
import { Checkbox } from '../../ui/checkbox.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { Section } from '../../ui/page.js'
import { OPEN_SEVERITIES } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { AuthSection } from './auth-section.js'
import { MappingSection } from './mapping-section.js'
import { PayloadSection } from './payload-section.js'
import { getText, isJsonObject, type SectionProps, WEBHOOK_DEFAULTS } from './webhook-draft.js'

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

function Identity({ edited: { set, field }, config, webhook }: SectionProps) {
  return (
    <section className={shared.section}>
      <div className={shared.fields}>
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

const METHOD_OPTIONS = [
  { value: 'none', label: 'Process them again' },
  { value: 'header', label: 'Detect them by a header' },
  { value: 'path', label: 'Detect them by a path in the payload' },
] as const

/** The form fields that say how repeated deliveries are recognized. */
function DeduplicationSection({ edited, config }: SectionProps) {
  const stored = isJsonObject(config.deduplication) ? config.deduplication : undefined
  const method = stored === undefined ? 'none' : 'header' in stored ? 'header' : 'path'
  const set = (value: JsonObject | null) => edited.set('deduplication', value)
  const { ttlSeconds = 86_400 } = stored ?? {}
  return (
    <Section title="Deduplication">
      <div className={shared.fields}>
        <SelectField
          label="Repeated deliveries"
          value={method}
          options={METHOD_OPTIONS}
          onValueChange={(next) => set(next === 'none' ? null : { [next]: '', ttlSeconds })}
          path="deduplication"
        />
        {stored !== undefined && method !== 'none' && (
          <>
            <TextField
              label={method === 'header' ? 'Header with the id' : 'Path of the id'}
              value={getText(stored, method)}
              onValueChange={(value) => set({ ...stored, [method]: value })}
              path={`deduplication.${method}`}
            />
            <TextField
              label="Remembered for (seconds)"
              inputMode="numeric"
              value={String(ttlSeconds)}
              onValueChange={(text) => set({ ...stored, ttlSeconds: readSeconds(text) ?? '' })}
              path="deduplication.ttlSeconds"
            />
          </>
        )}
      </div>
    </Section>
  )
}

const SEVERITY_OPTIONS = toOptions<string>(OPEN_SEVERITIES)
const { min: MIN_EVERY, max: MAX_EVERY } = LIMITS.webhookExpectEvery

/** The form fields that say how often a delivery is expected, and the severity of the alert if none comes. */
function ExpectationSection({ edited, config }: SectionProps) {
  const { expectEvery = null } = config
  return (
    <Section title="Silence">
      <div className={shared.fields}>
        <TextField
          label="A delivery is expected every (seconds)"
          inputMode="numeric"
          hint={`From ${MIN_EVERY} to ${MAX_EVERY}. If none comes, an alert opens, which the next delivery closes. Empty: the tool may be silent.`}
          value={expectEvery === null ? '' : String(expectEvery)}
          onValueChange={(text) => edited.set('expectEvery', readSeconds(text))}
          path="expectEvery"
        />
        {expectEvery !== null && (
          <SelectField
            label="Severity of the alert"
            value={getText(config, 'expectSeverity') || WEBHOOK_DEFAULTS.expectSeverity}
            options={SEVERITY_OPTIONS}
            onValueChange={(severity) => edited.set('expectSeverity', severity)}
            path="expectSeverity"
          />
        )}
      </div>
    </Section>
  )
}

/**
 * Reads a number of seconds; `undefined` if the text is empty. Any other text is returned as it is, because the server
 * refuses it and says why.
 */
function readSeconds(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}
