import { NO_POLICIES } from '../src/alert-policy/run-alert-policies.js'
import { LIMITS } from '../src/limits.js'
import { deriveSecretKeys } from '../src/secret/secret.js'
import { compileWebhook } from '../src/webhook/compile-webhook.js'
import { readHeaders } from '../src/webhook/delivery/delivery-headers.js'
import { judgeDelivery, type Verdict } from '../src/webhook/delivery/judge-delivery.js'
import {
  concludeReceived,
  type ReceivedDelivery,
  type ReceivedDrafts,
} from '../src/webhook/delivery/received-delivery.js'
import { type DraftedAlerts, draftAlerts } from '../src/webhook/mapping/draft-alerts.js'
import { readNewConfig } from '../src/webhook/read-config.js'
import { runWithoutPauses } from '../src/work-meter.js'

export const NOW = '2026-11-20T12:00:00.000Z'
export const MAPPINGS = { resource: 'host', event: 'check', severity: 'level' }
/** The settings of a webhook that expects a secret in a header. */
export const TOKEN = { authMode: 'header', authHeaderName: 'X-Token', authSecret: 's3cret' }
/** A payload that becomes one alert. */
export const GOOD = { host: 'web-1', check: 'HttpDown', level: 'major' }

const KEYS = deriveSecretKeys('server key')
const DEFAULTS = { environment: 'Production', type: 't', text: 'x' }

/** The entry of a payload in the history of its webhook. */
export function entry(httpStatus: number, payload: object) {
  const sizeBytes = JSON.stringify(payload).length
  return { receivedAt: NOW, httpStatus, sizeBytes, oversized: false, payload, message: null }
}

/** The verdict on a delivery. A text is a body that is not JSON. */
export function judge(payload: unknown, config: object = {}, delivery: object = {}): Verdict {
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
  const all = { id: 'hook', enabled: true, fieldMappings: MAPPINGS, defaultValues: DEFAULTS, ...config }
  const tools = { keys: KEYS, newNonce: () => new Uint8Array(12), newId: () => 'x', user: 'ann', now: NOW }
  const webhook = compileWebhook(readNewConfig(all, tools), KEYS)
  return runWithoutPauses(judgeDelivery(webhook, { ...deliveryOf(body), ...delivery }))
}

/** A delivery with this body, and without headers. */
export function deliveryOf(body: Buffer) {
  const head = { headers: readHeaders([]), query: '', now: NOW, apiKey: undefined }
  return { ...head, body, sizeBytes: body.length, bodyLimit: LIMITS.webhookBody }
}

/** The alerts of a delivery, after the alert policies. */
export function draft(payload: unknown, applied = NO_POLICIES): DraftedAlerts {
  return draftAlerts(judge(payload).mapped, { ...applied, now: NOW })
}

/** The result of receiving drafted alerts; by default, none of them is refused or outdated. */
export function received(others: Partial<ReceivedDrafts> = {}): ReceivedDrafts {
  return { alerts: [], refused: [], outdated: new Set(), ...others }
}

/** The result of a delivery if the store accepts all of its alerts. */
export function outcomeOf(payload: unknown, config: object = {}, delivery: object = {}): ReceivedDelivery {
  const verdict = judge(payload, config, delivery)
  if (verdict.result !== undefined) return verdict.result
  const drafted = draftAlerts(verdict.mapped, { ...NO_POLICIES, now: NOW })
  return concludeReceived(verdict, drafted, received())
}
