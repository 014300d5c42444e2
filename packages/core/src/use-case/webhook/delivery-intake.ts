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
import { WorkMeter } from '../../work-meter.js'
import { AlertIntake } from '../alert/alert-intake.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'
import { NO_DRAFTS, receiveDrafts } from './receive-drafts.js'

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
  readonly #outdated = new Map<Verdict, ReadonlySet<number>>()

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
    const { drafts, record } = drafted
    const sender = { webhookId: config.id, actor, receivedAt: record.receivedAt }
    const intake = this.#alerts
    const received = intake === undefined ? NO_DRAFTS : await runWithPauses(receiveDrafts(intake, drafts, sender))
    const { alerts, refused, outdated } = received
    this.#outdated.set(verdict, outdated)
    return { ...concludeReceived(drafted, { refused, outdated: outdated.size }), alerts }
  }

  /** The indexes of the outdated alerts among the alerts of a delivery that was received. */
  outdatedOf({ verdict }: Pick<JudgedDelivery, 'verdict'>): ReadonlySet<number> {
    return this.#outdated.get(verdict) ?? NO_DRAFTS.outdated
  }

  /** Stores the received alerts and their relations. */
  async save(): Promise<void> {
    await this.#alerts?.save()
  }
}

/** True if the mapping of the webhook produced at least one alert from the delivery. */
export function isMapped(verdict: Verdict): verdict is MappedDelivery {
  return 'mapped' in verdict
}
