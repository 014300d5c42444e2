import type { AlertDraft } from '../../alert/alert.js'
import { readAlert } from '../../alert/read-alert.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { AlertInput, MappedAlert } from './apply-mapping.js'
import { withSeverity } from './missing-severity.js'

/** An alert from a mapping, with its index. */
interface NumberedAlert {
  /** The index of this alert among the alerts of the delivery. */
  readonly index: number
  /** The result of the mapping. */
  readonly input: AlertInput
}

/** An alert that was read successfully. */
export interface DraftedAlert extends NumberedAlert {
  readonly draft: AlertDraft
}

/** An alert that was rejected, either when it was read or when it was received. */
export interface RejectedAlert extends NumberedAlert {
  readonly error: string
}

export interface DraftedAlerts {
  readonly drafts: readonly DraftedAlert[]
  readonly rejected: readonly RejectedAlert[]
}

/**
 * Reads mapped alerts by the rules for `POST /api/alert`, except that a missing severity becomes `indeterminate`. An
 * invalid alert is rejected; the other alerts are not affected.
 */
export function draftAlerts(mapped: readonly MappedAlert[]): DraftedAlerts {
  const drafts: DraftedAlert[] = []
  const rejected: RejectedAlert[] = []
  for (const [index, alert] of mapped.entries()) {
    const read = draftAlert(alert)
    if ('error' in read) rejected.push({ index, input: alert.input, error: read.error })
    else drafts.push({ index, input: alert.input, draft: read.draft })
  }
  return { drafts, rejected }
}

export function draftAlert({ input, fault }: MappedAlert): { readonly draft: AlertDraft } | { readonly error: string } {
  if (fault !== undefined) return { error: fault }
  try {
    return { draft: readAlert(withSeverity(input)) }
  } catch (error) {
    if (error instanceof OpsgraphError) return { error: error.message }
    throw error
  }
}

/** The maximum number of rejected alerts that an entry of the errorHistory lists. */
const LISTED = 10

/** The text in the errorHistory that lists the rejected alerts of a delivery with their errors. */
export function rejectionReason(rejected: readonly RejectedAlert[], total: number): string {
  const listed = rejected.slice(0, LISTED).map(({ index, error }) => `[${index}] ${error}`)
  const more = rejected.length > LISTED ? `; and ${rejected.length - LISTED} more` : ''
  return `${rejected.length} of ${total} alerts rejected: ${listed.join('; ')}${more}`
}
