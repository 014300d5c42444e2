import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import {
  type AlertsToCreate,
  type Concluded,
  concludeReceived,
  type Verdict,
} from '../../webhook/delivery/judge-delivery.js'
import type { CreatedAlert } from '../../webhook/delivery/received-delivery.js'
import type { DraftedAlert, RejectedAlert } from '../../webhook/mapping/draft-alerts.js'
import { AlertIntake } from '../alert/alert-intake.js'
import type { Dependencies } from '../dependencies.js'

/** The result of receiving the alerts of a delivery. */
export interface ReceivedDrafts extends Concluded {
  readonly alerts: readonly CreatedAlert[]
}

/**
 * Locks the alerts that the deliveries with these verdicts may change, and returns the intake for them; `undefined` if
 * no delivery creates an alert.
 */
export async function openIntake(
  dependencies: Dependencies,
  parts: StoreParts,
  verdicts: readonly Verdict[],
): Promise<AlertIntake | undefined> {
  const drafts = verdicts.flatMap((verdict) => (isCreating(verdict) ? verdict.drafts : []))
  if (drafts.length === 0) return undefined
  return await AlertIntake.open(
    dependencies,
    parts,
    drafts.map(({ draft }) => draft),
  )
}

/** Receives the alerts of a delivery. An alert that would exceed a bound is rejected; all others are created. */
export function receiveDrafts(intake: AlertIntake | undefined, verdict: Verdict, actor: string): ReceivedDrafts {
  if (intake === undefined || !isCreating(verdict)) return { ...asConcluded(verdict), alerts: [] }
  const alerts: CreatedAlert[] = []
  const refused: RejectedAlert[] = []
  for (const drafted of verdict.drafts) {
    const received = receiveDraft(intake, drafted, actor)
    if ('error' in received) refused.push(received)
    else alerts.push(received)
  }
  return { ...concludeReceived(verdict, refused), alerts }
}

export function isCreating(verdict: Verdict): verdict is AlertsToCreate {
  return 'drafts' in verdict
}

function asConcluded(verdict: Verdict): Concluded {
  if (isCreating(verdict)) throw new Error('alerts to create, and no intake is open for them')
  return { outcome: verdict.outcome, rejected: verdict.rejected }
}

function receiveDraft(
  intake: AlertIntake,
  { index, input, draft }: DraftedAlert,
  actor: string,
): CreatedAlert | RejectedAlert {
  try {
    const { id, resource, event, severity } = intake.receive(draft, actor)
    return { id, resource, event, severity }
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'invalid') return { index, input, error: error.message }
    throw error
  }
}
