import type { JsonObject } from '@opsgraph/core/browser'
import type { Fault } from '../../api/faults.js'
import type { Webhook } from '../../api/webhooks.js'
import type { EditedDraft } from './use-webhook-draft.js'

/** What every section of the form of a webhook is given. */
export interface SectionProps {
  readonly edited: EditedDraft
  /** What the draft says. */
  readonly config: JsonObject
  /** What the server said of it last. */
  readonly faults: readonly Fault[]
  readonly webhook: Webhook | undefined
}
