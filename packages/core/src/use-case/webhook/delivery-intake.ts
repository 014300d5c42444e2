import { compareArrivals } from '../../alert/receive.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import type { Verdict } from '../../webhook/delivery/judge-delivery.js'
import {
  type CreatedAlert,
  concludeReceived,
  type ReceivedDelivery,
  type ReceivedDrafts,
} from '../../webhook/delivery/received-delivery.js'
import {
  type DraftedAlert,
  type DraftedAlerts,
  draftInSteps,
  type RejectedAlert,
} from '../../webhook/mapping/draft-alerts.js'
import { WorkMeter } from '../../work-meter.js'
import { AlertIntake } from '../alert/alert-intake.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readPoliciesOfIntake } from '../policy/active-policies.js'

/**
 * Receives the alerts of deliveries inside a transaction: runs the active alert policies on them, and stores the alerts
 * that no policy drops. The number of database statements does not depend on the number of deliveries.
 */
export class DeliveryIntake {
  readonly #drafted: ReadonlyMap<Verdict, DraftedAlerts>
  /** The intake of the alerts; `undefined` = no delivery creates an alert. */
  readonly #alerts: AlertIntake | undefined
  readonly #outdated = new Map<Verdict, ReadonlySet<number>>()

  private constructor(drafted: ReadonlyMap<Verdict, DraftedAlerts>, alerts: AlertIntake | undefined) {
    this.#drafted = drafted
    this.#alerts = alerts
  }

  /**
   * Runs the alert policies, and locks the alerts that the deliveries may change.
   *
   * @param deliveries all deliveries that may be received later
   * @throws WorkExceeded if the policies need more steps than one request may
   */
  static async open(
    dependencies: Dependencies,
    parts: StoreTransaction,
    deliveries: readonly Verdict[],
  ): Promise<DeliveryIntake> {
    const open = deliveries.filter(({ result }) => result === undefined)
    if (open.length === 0) return new DeliveryIntake(new Map(), undefined)
    const policies = await readPoliciesOfIntake(dependencies, parts)
    const meter = WorkMeter.forRequest()
    const drafted = new Map<Verdict, DraftedAlerts>()
    for (const verdict of open) {
      const drafting = { policies: policies.alert, webhookId: verdict.config.id, now: verdict.receivedAt }
      drafted.set(verdict, await runWithPauses(draftInSteps(verdict.mapped, drafting, meter)))
    }
    const sent = Array.from(drafted).flatMap(([{ config }, { drafts }]) =>
      drafts.map(({ draft }) => ({ draft, webhookId: config.id })),
    )
    if (sent.length === 0) return new DeliveryIntake(drafted, undefined)
    return new DeliveryIntake(drafted, await AlertIntake.open(dependencies, parts, { sent, policies, meter }))
  }

  /**
   * Receives the alerts of a delivery. An alert that would exceed a limit is rejected; all other alerts are created.
   *
   * @param actor the name of the sender in the histories of the alerts
   * @throws WorkExceeded if the policies need more steps than one request may
   */
  async receive(verdict: Verdict, actor: string): Promise<ReceivedDelivery> {
    if (verdict.result !== undefined) return verdict.result
    const drafted = this.#drafted.get(verdict)
    if (drafted === undefined) throw new Error('the intake was not opened for this delivery')
    const sender = { webhookId: verdict.config.id, actor, receivedAt: verdict.receivedAt }
    const intake = this.#alerts
    const received =
      intake === undefined ? NO_DRAFTS : await runWithPauses(receiveDrafts(intake, drafted.drafts, sender))
    this.#outdated.set(verdict, received.outdated)
    return concludeReceived(verdict, drafted, received)
  }

  /** The indexes of the outdated alerts of a delivery that was received. */
  outdatedOf(verdict: Verdict): ReadonlySet<number> {
    return this.#outdated.get(verdict) ?? NO_DRAFTS.outdated
  }

  /** Stores the received alerts and their relations. */
  async save(): Promise<void> {
    await this.#alerts?.save()
  }
}

const NO_DRAFTS: ReceivedDrafts = { alerts: [], refused: [], outdated: new Set() }

/** The sender of a delivery, and when the delivery was received. */
interface DeliverySender {
  readonly webhookId: string
  readonly actor: string
  readonly receivedAt: string
}

/**
 * Receives the alerts of one delivery, in the order of their sender's times. Stores nothing before `AlertIntake.save`
 * is called. Yields for pauses.
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

/** @returns `undefined` if the alert is outdated */
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
