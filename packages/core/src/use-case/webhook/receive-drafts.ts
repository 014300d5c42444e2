import { compareArrivals } from '../../alert/receive.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { CreatedAlert } from '../../webhook/delivery/received-delivery.js'
import type { DraftedAlert, RejectedAlert } from '../../webhook/mapping/draft-alerts.js'
import type { AlertIntake } from '../alert/alert-intake.js'

/** Who sent a delivery, and when it was received. */
interface DeliverySender {
  readonly webhookId: string
  readonly actor: string
  readonly receivedAt: string
}

/** What became of the alerts of one delivery. */
interface ReceivedDrafts {
  /** In the order of the payload's elements, whatever the order in which they were received. */
  readonly alerts: readonly CreatedAlert[]
  /** The alerts that would exceed a limit. */
  readonly refused: readonly RejectedAlert[]
  /** The indexes of the outdated alerts. */
  readonly outdated: ReadonlySet<number>
}

export const NO_DRAFTS: ReceivedDrafts = { alerts: [], refused: [], outdated: new Set() }

/**
 * Receives the alerts of one delivery, in the order of their sender's times. Stores nothing: `AlertIntake.save` does.
 * Yields for pauses.
 *
 * @throws WorkExceeded if the policies need more steps than the meter of the intake allows
 */
export function* receiveDrafts(
  intake: AlertIntake,
  drafts: readonly DraftedAlert[],
  sender: DeliverySender,
): Generator<undefined, ReceivedDrafts> {
  const alerts = new Map<DraftedAlert, CreatedAlert>()
  const refused: RejectedAlert[] = []
  const outdated = new Set<number>()
  const { receivedAt } = sender
  for (const drafted of drafts.toSorted((one, other) => compareArrivals(one.draft, other.draft, receivedAt))) {
    const received = yield* receiveDraft(intake, drafted, sender)
    if (received === undefined) outdated.add(drafted.index)
    else if ('error' in received) refused.push(received)
    else alerts.set(drafted, received)
  }
  return { alerts: drafts.flatMap((drafted) => alerts.get(drafted) ?? []), refused, outdated }
}

/** Returns `undefined` if the alert is outdated. */
function* receiveDraft(
  intake: AlertIntake,
  { index, input, draft }: DraftedAlert,
  { webhookId, actor }: DeliverySender,
): Generator<undefined, CreatedAlert | RejectedAlert | undefined> {
  try {
    const received = yield* intake.receive({ draft, webhookId }, actor)
    if (received.isOutdated) return undefined
    const { id, resource, event, severity } = received.alert
    return { id, resource, event, severity }
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'invalid') return { index, input, error: error.message }
    throw error
  }
}
