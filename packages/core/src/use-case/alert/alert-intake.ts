import { type Alert, type AlertDraft, alertKey, type Hold } from '../../alert/alert.js'
import { KnownAlert } from '../../alert/known-alert.js'
import { relationsOfAlert } from '../../alert/receive.js'
import { unheld } from '../../alert/unheld.js'
import { underWindows } from '../../maintenance/hold-alert.js'
import { relationsByPolicy } from '../../policy/relations-by-policy.js'
import { weighAlert } from '../../policy/weigh-alert.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import type { ActivePolicies, Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'

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
  readonly #shownAlerts = new Map<Alert, Alert>()
  readonly #stated: RelationDraft[] = []
  readonly #now: string

  private constructor(
    dependencies: Dependencies,
    parts: StoreParts,
    { policies, stored }: { readonly policies: ActivePolicies; readonly stored: readonly Alert[] },
  ) {
    this.#dependencies = dependencies
    this.#parts = parts
    this.#policies = policies
    this.#known = new Map(stored.map((alert) => [alertKey(alert), new KnownAlert(unheld(alert))]))
    this.#holds = new Map(stored.map((alert) => [alertKey(alert), alert.maintenance]))
    this.#now = timestamp(dependencies.clock())
  }

  /**
   * Locks the alerts that the drafts may change.
   *
   * @param drafts all drafts that may be received later; at least one
   * @param policies the active policies, read in the same transaction
   */
  static async open(
    dependencies: Dependencies,
    parts: StoreParts,
    { drafts, policies }: { readonly drafts: readonly AlertDraft[]; readonly policies: ActivePolicies },
  ): Promise<AlertIntake> {
    const keys = [...new Map(drafts.map((draft) => [alertKey(draft), draft])).values()]
    return new AlertIntake(dependencies, parts, { policies, stored: await parts.alerts.lock(keys) })
  }

  /**
   * Merges a draft, which is a received alert, into the stored alert of the same environment, resource and event.
   * Creates a new alert if there is none. Nothing is stored before `save` is called.
   *
   * @param actor the name of the sender in the history of the alert
   * @returns the alert after this draft, as it would be without maintenance windows; a later draft may change it again
   * @throws OpsgraphError `invalid` if the merged alert would exceed a size limit; the draft is then ignored
   */
  receive(draft: AlertDraft, actor: string): Alert {
    const arrival = { now: this.#now, newId: this.#dependencies.newId, actor }
    const known = this.#knownBy(draft)
    const received = known.receive(draft, arrival)
    const alert = weighAlert(received, draft, { policies: this.#policies.weight, arrival })
    known.amend(alert)
    this.#received.add(known)
    for (const relation of relationsOfAlert(draft)) this.#stated.push(relation)
    for (const relation of relationsByPolicy(alert, this.#policies.relation)) this.#stated.push(relation)
    return alert
  }

  /** The alert of this draft in its state after all drafts received so far; `undefined` if it does not exist. */
  latest(draft: AlertDraft): Alert | undefined {
    const alert = this.#known.get(alertKey(draft))?.alert
    return alert && this.#shown(alert)
  }

  /** Stores the received alerts and their relations. */
  async save(): Promise<void> {
    const alerts = Array.from(this.#received, ({ alert }) => alert).filter((alert) => alert !== undefined)
    if (alerts.length > 0) await this.#parts.alerts.save(alerts.map((alert) => this.#shown(alert)))
    if (this.#stated.length === 0) return
    await this.#parts.relations.upsert(await toRelations(this.#dependencies, this.#stated))
  }

  /** The alert as it is stored and returned: an active alert has the status `blackout` while a window matches it. */
  #shown(own: Alert): Alert {
    const shown = this.#shownAlerts.get(own) ?? this.#held(own)
    this.#shownAlerts.set(own, shown)
    return shown
  }

  #held(own: Alert): Alert {
    const windows = this.#policies.maintenance.activeAt(this.#now)
    const arrival = { now: this.#now, newId: this.#dependencies.newId }
    return underWindows(own, this.#holds.get(alertKey(own)), { windows, arrival })
  }

  #knownBy(draft: AlertDraft): KnownAlert {
    const key = alertKey(draft)
    const known = this.#known.get(key) ?? new KnownAlert(undefined)
    this.#known.set(key, known)
    return known
  }
}
