import { compareArrivals } from '../../alert/receive.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import {
  type Concluded,
  concludeReceived,
  type DraftedDelivery,
  draftDelivery,
  type MappedDelivery,
  type Verdict,
} from '../../webhook/delivery/judge-delivery.js'
import type { CreatedAlert, JudgedDelivery } from '../../webhook/delivery/received-delivery.js'
import type { DraftedAlert, RejectedAlert } from '../../webhook/mapping/draft-alerts.js'
import { WorkMeter } from '../../work-meter.js'
import { AlertIntake } from '../alert/alert-intake.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'

/** The result of receiving the alerts of a delivery. */
export interface ReceivedAlerts extends Concluded {
  readonly alerts: readonly CreatedAlert[]
}

/**
 * Receives the alerts of deliveries inside a transaction: runs the active alert policies on the alerts, and stores the
 * alerts that no policy drops. The number of database statements does not depend on the number of deliveries.
 */
export class DeliveryIntake {
  readonly #drafted: ReadonlyMap<Verdict, DraftedDelivery>
  /** `undefined` = no delivery creates an alert. */
  readonly #alerts: AlertIntake | undefined

  private constructor(drafted: ReadonlyMap<Verdict, DraftedDelivery>, alerts: AlertIntake | undefined) {
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
    parts: StoreParts,
    deliveries: readonly Pick<JudgedDelivery, 'config' | 'verdict'>[],
  ): Promise<DeliveryIntake> {
    if (!deliveries.some(({ verdict }) => isMapped(verdict))) return new DeliveryIntake(new Map(), undefined)
    const policies = await activePolicies(dependencies, parts)
    const meter = WorkMeter.forRequest()
    const drafted = new Map<Verdict, DraftedDelivery>()
    for (const { config, verdict } of deliveries) {
      if (!isMapped(verdict)) continue
      const applied = { policies: policies.alert, webhookId: config.id }
      drafted.set(verdict, await runWithPauses(draftDelivery(verdict, applied, meter)))
    }
    const sent = deliveries.flatMap(({ config, verdict }) =>
      (drafted.get(verdict)?.drafts ?? []).map(({ draft }) => ({ draft, webhookId: config.id })),
    )
    if (sent.length === 0) return new DeliveryIntake(drafted, undefined)
    return new DeliveryIntake(drafted, await AlertIntake.open(dependencies, parts, { sent, policies, meter }))
  }

  /**
   * Receives the alerts of a delivery. An alert that would exceed a limit is rejected; all other alerts are created.
   *
   * @throws WorkExceeded if the policies need more steps than one request may
   */
  async receive(delivery: Pick<JudgedDelivery, 'config' | 'verdict' | 'actor'>): Promise<ReceivedAlerts> {
    const { config, verdict, actor } = delivery
    if (!isMapped(verdict)) return { ...verdict, alerts: [] }
    const drafted = this.#drafted.get(verdict)
    if (drafted === undefined) throw new Error('the intake was not opened for this delivery')
    const sender = { webhookId: config.id, actor }
    const { alerts, refused } = await runWithPauses(this.#receiveAll(drafted, sender))
    const outdated = drafted.drafts.length - refused.length - alerts.size
    // In the order of the payload's elements, whatever the order in which they were received.
    const created = drafted.drafts.flatMap((drafting) => alerts.get(drafting) ?? [])
    return { ...concludeReceived(drafted, { refused, outdated }), alerts: created }
  }

  /** Stores the received alerts and their relations. */
  async save(): Promise<void> {
    await this.#alerts?.save()
  }

  *#receiveAll({ drafts, record: { receivedAt } }: DraftedDelivery, sender: DeliverySender) {
    const alerts = new Map<DraftedAlert, CreatedAlert>()
    const refused: RejectedAlert[] = []
    for (const drafting of drafts.toSorted((one, other) => compareArrivals(one.draft, other.draft, receivedAt))) {
      const received = yield* this.#receive(drafting, sender)
      if (received !== undefined && 'error' in received) refused.push(received)
      else if (received !== undefined) alerts.set(drafting, received)
    }
    return { alerts, refused }
  }

  /** Returns `undefined` if the alert is outdated. */
  *#receive(
    { index, input, draft }: DraftedAlert,
    { webhookId, actor }: DeliverySender,
  ): Generator<undefined, CreatedAlert | RejectedAlert | undefined> {
    if (this.#alerts === undefined) throw new Error('the intake was not opened for this alert')
    try {
      const received = yield* this.#alerts.receive({ draft, webhookId }, actor)
      if (received.isOutdated) return undefined
      const { id, resource, event, severity } = received.alert
      return { id, resource, event, severity }
    } catch (error) {
      if (error instanceof OpsgraphError && error.kind === 'invalid') return { index, input, error: error.message }
      throw error
    }
  }
}

/** Who sent a delivery. */
interface DeliverySender {
  readonly webhookId: string
  readonly actor: string
}

/** True if the mapping of the webhook produced at least one alert from the delivery. */
export function isMapped(verdict: Verdict): verdict is MappedDelivery {
  return 'mapped' in verdict
}
