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
 * An unsaved alert policy. `policyId` is the id of the stored policy that it would replace; `null` = it would be a new
 * policy.
 */
export interface UnsavedPolicy {
  readonly policy: SentAlertPolicy
  readonly policyId: string | null
}

/** Asks the server what an unsaved alert policy would do with stored deliveries and stored alerts. */
export async function previewAlertPolicy(body: UnsavedPolicy, signal: AbortSignal): Promise<AlertPolicyPreview> {
  return await readBody(api.POST('/api/alert_policy/preview', { body, signal }))
}
