import type { JsonObject } from '@opsgraph/core'
import type { Fault } from '../../api/faults.js'
import type { Webhook } from '../../api/webhooks.js'
import type { EditedDraft } from './use-webhook-draft.js'

/** The props of every section of the webhook form. */
export interface SectionProps {
  readonly edited: EditedDraft
  /** The parsed draft. */
  readonly config: JsonObject
  /** The faults in the last answer of the server. */
  readonly faults: readonly Fault[]
  readonly webhook: Webhook | undefined
}
