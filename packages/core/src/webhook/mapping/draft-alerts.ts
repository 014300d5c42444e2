import type { AlertDraft } from '../../alert/alert.js'
import { readAlert } from '../../alert/read-alert.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { AlertInput, MappedAlert } from './apply-mapping.js'
import { withSeverity } from './missing-severity.js'

/** An alert that was mapped. */
interface NumberedAlert {
  /** Its number among the alerts of the delivery, from 0. */
  readonly index: number
  /** What the mapping made. */
  readonly input: AlertInput
}

/** One that can be received. */
export interface DraftedAlert extends NumberedAlert {
  readonly draft: AlertDraft
}

/** One that was rejected, before or while it was received. */
export interface RejectedAlert extends NumberedAlert {
  readonly error: string
}

export interface DraftedAlerts {
  readonly drafts: readonly DraftedAlert[]
  readonly rejected: readonly RejectedAlert[]
}

/**
 * Reads mapped alerts as `POST /api/alert` reads its body, apart from a missing severity. One bad element rejects its own
 * alert and no other.
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

/** Rejected alerts of which the errorHistory tells. */
const TOLD = 10

/** What the errorHistory says of rejected alerts. */
export function rejectionReason(rejected: readonly RejectedAlert[], total: number): string {
  const told = rejected.slice(0, TOLD).map(({ index, error }) => `[${index}] ${error}`)
  const more = rejected.length > TOLD ? `; and ${rejected.length - TOLD} more` : ''
  return `${rejected.length} of ${total} alerts rejected: ${told.join('; ')}${more}`
}
