import { api, readBody } from './client.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
/** A policy that changes or drops alerts when they arrive. */
export type AlertPolicy = Schemas['AlertPolicy']
export type AlertAction = Schemas['AlertAction']
/** An alert policy as the form sends it. The form does not validate it; the server does. */
export type SentAlertPolicy = Schemas['NewAlertPolicy']
export type AlertPolicyPreview = operations['previewAlertPolicy']['responses'][200]['content']['application/json']
export type PreviewedAlert = Schemas['PreviewedAlert']

/**
 * An alert policy that is not saved. `policyId` is the stored policy that it is to replace; `null` = it is a new one.
 */
export interface UnsavedPolicy {
  readonly policy: SentAlertPolicy
  readonly policyId: string | null
}

/** Tries an alert policy that is not saved on kept deliveries and on stored alerts. */
export async function previewAlertPolicy(body: UnsavedPolicy, signal: AbortSignal): Promise<AlertPolicyPreview> {
  return await readBody(api.POST('/api/alert_policy/preview', { body, signal }))
}
