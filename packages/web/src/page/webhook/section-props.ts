import type { JsonObject } from '@opsgraph/core'
import type { Fault } from '../../api/faults.js'
import type { Webhook } from '../../api/webhooks.js'
import type { EditedDraft } from './use-webhook-draft.js'

/** The props of each section of the webhook form. */
export interface SectionProps {
  readonly edited: EditedDraft
  /** The draft of the webhook config as a JSON object. */
  readonly config: JsonObject
  /** The faults that the server reported for the last save and for the last explanation. */
  readonly faults: readonly Fault[]
  readonly webhook: Webhook | undefined
}
