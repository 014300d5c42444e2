import { type Alert, type AlertDraft, alertKey, type Hold } from '../../alert/alert.js'
import { KnownAlert } from '../../alert/known-alert.js'
import { stepsOfReading } from '../../alert/read-alert.js'
import { relationsOfAlert } from '../../alert/receive.js'
import { unheld } from '../../alert/unheld.js'
import type { JsonValue } from '../../json-value.js'
import { underWindows } from '../../maintenance/hold-alert.js'
import { relationsByPolicy } from '../../policy/relations-by-policy.js'
import { weighAlert } from '../../policy/weigh-alert.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { textSize } from '../../text-size.js'
import { timestamp } from '../../timestamp.js'
import type { WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { ActivePolicies, Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'

/** What an intake needs to know before it receives alerts. */
interface IntakeInput {
  /** All drafts that may be received later; at least one. */
  readonly drafts: readonly AlertDraft[]
  /** The active policies, read in the same transaction. */
  readonly policies: ActivePolicies
  /** Counts the work of the policies and windows. */
  readonly meter: WorkMeter
}

/**
 * Receives alerts inside a transaction (rules.md#receiving-an-alert). The active weight policies set the weights of the
 * alerts. Relations that the alerts name, and relations that the active relation policies add, are stored too. The
 * number of database statements does not depend on the number of alerts or policies.
 */
export class AlertIntake {
  readonly #dependencies: Dependencies
  readonly #parts: StoreParts
  readonly #policies: ActivePolicies
  /**
   * The alerts by key, as they would be without maintenance windows (`unheld`). So all rules use the status that the
   * alert itself has, and not the `blackout` of a window.
   */
  readonly #known: Map<string, KnownAlert>
  /** By alert key: the maintenance window that sets the stored alert to `blackout`; `undefined` = there is none. */
  readonly #holds: ReadonlyMap<string, Hold | undefined>
  readonly #received = new Set<KnownAlert>()
  /** The received alerts as they are stored and returned. */
  readonly #saved = new Map<Alert, Alert>()
  readonly #stated: RelationDraft[] = []
  readonly #now: string
  readonly #meter: WorkMeter

  private constructor(
    dependencies: Dependencies,
    parts: StoreParts,
    { policies, stored, meter }: Omit<IntakeInput, 'drafts'> & { readonly stored: readonly Alert[] },
  ) {
    this.#dependencies = dependencies
    this.#parts = parts
    this.#policies = policies
    this.#meter = meter
    this.#known = new Map(stored.map((alert) => [alertKey(alert), new KnownAlert(unheld(alert))]))
    this.#holds = new Map(stored.map((alert) => [alertKey(alert), alert.maintenance]))
    this.#now = timestamp(dependencies.clock())
  }

  /** Locks the alerts that the drafts may change. */
  static async open(
    dependencies: Dependencies,
    parts: StoreParts,
    { drafts, ...input }: IntakeInput,
  ): Promise<AlertIntake> {
    const keys = [...new Map(drafts.map((draft) => [alertKey(draft), draft])).values()]
    return new AlertIntake(dependencies, parts, { ...input, stored: await parts.alerts.lock(keys) })
  }

  /**
   * Merges a draft, which is a received alert, into the stored alert of the same environment, resource and event.
   * Creates a new alert if there is none. Nothing is stored before `save` is called. Yields for pauses.
   *
   * @param actor the name of the sender in the history of the alert
   * @returns the alert after this draft, as it would be without maintenance windows; a later draft may change it again
   * @throws OpsgraphError `invalid` if the merged alert would exceed a size limit; the draft is then ignored
   * @throws WorkExceeded if the policies need more steps than the meter allows
   */
  *receive(draft: AlertDraft, actor: string): Generator<undefined, Alert> {
    if (this.#meter.spend(stepsOfReading(textSize(draft as unknown as JsonValue, Number.POSITIVE_INFINITY)))) yield
    const arrival = { now: this.#now, newId: this.#dependencies.newId, actor }
    const known = this.#knownBy(draft)
    const received = known.receive(draft, arrival)
    const alert = yield* weighAlert(received, draft, { policies: this.#policies.weight, arrival, meter: this.#meter })
    known.amend(alert)
    this.#received.add(known)
    for (const relation of relationsOfAlert(draft)) this.#stated.push(relation)
    const byPolicy = yield* relationsByPolicy(alert, this.#policies.relation, this.#meter)
    for (const relation of byPolicy) this.#stated.push(relation)
    return alert
  }

  /** The stored alert of this draft, after `save`; `undefined` if it does not exist. */
  latest(draft: AlertDraft): Alert | undefined {
    const alert = this.#known.get(alertKey(draft))?.alert
    return alert && this.#saved.get(alert)
  }

  /**
   * Stores the received alerts and their relations.
   *
   * @throws WorkExceeded if the maintenance windows need more steps than the meter allows
   */
  async save(): Promise<void> {
    const alerts = Array.from(this.#received, ({ alert }) => alert).filter((alert) => alert !== undefined)
    await runWithPauses(this.#hold(alerts))
    if (this.#saved.size > 0) await this.#parts.alerts.save([...this.#saved.values()])
    if (this.#stated.length === 0) return
    await this.#parts.relations.upsert(await toRelations(this.#dependencies, this.#stated))
  }

  /** Gives each active alert the status `blackout` if a window matches it now. */
  *#hold(alerts: readonly Alert[]): Generator<undefined, void> {
    const windows = yield* this.#policies.maintenance.activeAt(this.#now)
    const arrival = { now: this.#now, newId: this.#dependencies.newId }
    for (const own of alerts) {
      const hold = this.#holds.get(alertKey(own))
      this.#saved.set(own, yield* underWindows(own, hold, { windows, arrival, meter: this.#meter }))
    }
  }

  #knownBy(draft: AlertDraft): KnownAlert {
    const key = alertKey(draft)
    const known = this.#known.get(key) ?? new KnownAlert(undefined)
    this.#known.set(key, known)
    return known
  }
}
