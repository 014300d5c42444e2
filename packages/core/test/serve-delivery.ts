import type { AlertDraft } from '../src/alert/alert.js'
import { closesAlert } from '../src/alert/severity.js'
import type { AlertPolicy } from '../src/alert-policy/alert-policy.js'
import { ALERT_POLICY } from '../src/alert-policy/alert-policy.js'
import { compileAlertPolicies } from '../src/alert-policy/compile-alert-policies.js'
import type { AppliedPolicies } from '../src/alert-policy/run-alert-policies.js'
import { readFilter } from '../src/filter/read-filter.js'
import { isSameJson } from '../src/json-value.js'
import type { PayloadFormat } from '../src/webhook/delivery/read-payload.js'
import { readPayload } from '../src/webhook/delivery/read-payload.js'
import { applyMapping } from '../src/webhook/mapping/apply-mapping.js'
import { draftAlerts } from '../src/webhook/mapping/draft-alerts.js'
import type { Mapping } from '../src/webhook/mapping/mapping.js'
import { readMapping } from '../src/webhook/mapping/read-mapping.js'
import type { WebhookPreset } from '../src/webhook/preset/webhook-preset.js'
import { bodyOf, type Expected, type SampleDelivery } from './tool-samples.js'

/** A preset that is ready to receive deliveries. */
export interface ServingPreset {
  readonly id: string
  readonly format: PayloadFormat
  readonly mapping: Mapping
  readonly applied: AppliedPolicies
}

/**
 * Prepares a preset.
 *
 * @throws OpsgraphError `invalid` if a policy of the preset is not valid; Error if the mapping of the preset is not
 *   valid
 */
export function prepare({ id, config, policies }: WebhookPreset): ServingPreset {
  const { fieldMappings, defaultValues, arrayPath = '', payloadFormat: format = 'json' } = config
  const { base64Fields = [], jsonFields = [] } = config
  const testPayloads = config.testPayloads === undefined ? null : readFilter(config.testPayloads, 'testPayloads')
  const read = readMapping({ fieldMappings, defaultValues, arrayPath, base64Fields, jsonFields, testPayloads })
  if ('issues' in read) throw new Error(`${id}: ${read.issues[0]?.message}`)
  const known = { createTime: '', updateTime: '', webhookId: id }
  const stored = policies.map(
    (policy): AlertPolicy => ({ ...ALERT_POLICY.readNew(policy), ...known, id: `${policy.order}` }),
  )
  return { id, format, mapping: read.mapping, applied: { policies: compileAlertPolicies(stored), webhookId: id } }
}

/** Says how the alerts of a delivery differ from the expected alerts; `undefined` if they do not differ. */
export function faultOf(preset: ServingPreset, delivery: SampleDelivery): string | undefined {
  const drafts = draftsOf(preset, delivery)
  if (typeof drafts === 'string') return `${delivery.kind}: ${drafts}`
  const { kind, expect } = delivery
  const left = [...drafts]
  for (const expected of expect) {
    const found = left.findIndex((draft) => meets(draft, expected) && closes(draft) === (kind === 'recovery'))
    if (found < 0)
      return `${kind}: expected ${JSON.stringify(expected)}, got ${drafts.map(shown).join(', ') || 'nothing'}`
    left.splice(found, 1)
  }
  return left.length === 0 ? undefined : `${kind}: ${left.map(shown).join(', ')} was not expected`
}

/** The alerts of a delivery, or why the sender gets an error. */
export function draftsOf(
  { format, mapping, applied }: ServingPreset,
  delivery: SampleDelivery,
): readonly AlertDraft[] | string {
  const read = readPayload(Buffer.from(bodyOf(format, delivery)), format)
  if ('message' in read) return read.message
  const mapped = applyMapping(mapping, read.payload)
  if ('message' in mapped) return mapped.isTest === true ? [] : mapped.message
  const { drafts, rejected } = draftAlerts(mapped, applied)
  return rejected[0] === undefined ? drafts.map(({ draft }) => draft) : `rejected: ${rejected[0].error}`
}

function meets(draft: AlertDraft, expected: Expected): boolean {
  return Object.entries(expected).every(([field, value]) => isSameJson(draft[field as keyof Expected] ?? null, value))
}

/** True if the server closes the alert when it receives this draft (rules.md#receiving-an-alert-6). */
function closes({ severity, status }: AlertDraft): boolean {
  return closesAlert(severity) || status === 'closed'
}

function shown(draft: AlertDraft): string {
  const { resource, event, severity, status = 'no status', environment, service, fingerprint, eventTime } = draft
  const more = JSON.stringify({ environment, service, fingerprint, eventTime })
  return `${resource} / ${event} / ${severity} / ${status} ${more}${closes(draft) ? ' (closed)' : ''}`
}

/** The recoveries that have no alert with the environment, resource and event of an alert that a problem has opened. */
export function strayRecoveries(
  preset: ServingPreset,
  deliveries: readonly SampleDelivery[],
): readonly SampleDelivery[] {
  const keysOf = (delivery: SampleDelivery) => {
    const drafts = draftsOf(preset, delivery)
    if (typeof drafts === 'string') throw new Error(drafts)
    return drafts.map(({ environment, resource, event }) => JSON.stringify([environment, resource, event]))
  }
  const opened = new Set(deliveries.filter(({ kind }) => kind === 'problem').flatMap(keysOf))
  return deliveries.filter(
    (delivery) => delivery.kind === 'recovery' && !keysOf(delivery).some((key) => opened.has(key)),
  )
}
