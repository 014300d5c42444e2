import type { Alert, AlertDraft } from '../../alert/alert.js'
import type { Reception } from '../../alert/alert-history.js'
import type { KnownAlert } from '../../alert/known-alert.js'
import { relationsOfAlert } from '../../alert/receive.js'
import { underWindows } from '../../maintenance/hold-alert.js'
import { relationsByPolicy } from '../../policy/relations-by-policy.js'
import { weighAlert } from '../../policy/weigh-alert.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import type { ActivePolicies, Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'
import { LockedAlerts, type SentDraft, sourceOf } from './locked-alerts.js'

/** What became of a received alert. */
export interface Received {
  /** The stored alert after it, as it would be without maintenance windows; a later draft may change it again. */
  readonly alert: Alert
  /** True if the received alert changed nothing, because a newer state was there before (rules.md#sender-times). */
  readonly isOutdated: boolean
  readonly known: KnownAlert
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
  readonly #locked: LockedAlerts
  readonly #now: string
  readonly #received = new Set<KnownAlert>()
  readonly #shownAlerts = new Map<Alert, Alert>()
  readonly #stated: RelationDraft[] = []

  private constructor(
    dependencies: Dependencies,
    parts: StoreParts,
    {
      policies,
      locked,
      now,
    }: { readonly policies: ActivePolicies; readonly locked: LockedAlerts; readonly now: string },
  ) {
    this.#dependencies = dependencies
    this.#parts = parts
    this.#policies = policies
    this.#locked = locked
    this.#now = now
  }

  /**
   * Locks the alerts that the drafts may change.
   *
   * @param sent all drafts that may be received later; at least one
   * @param policies the active policies, read in the same transaction
   */
  static async open(
    dependencies: Dependencies,
    parts: StoreParts,
    { sent, policies }: { readonly sent: readonly SentDraft[]; readonly policies: ActivePolicies },
  ): Promise<AlertIntake> {
    const now = timestamp(dependencies.clock())
    const locked = await LockedAlerts.lock(parts, sent, now)
    return new AlertIntake(dependencies, parts, { policies, locked, now })
  }

  /**
   * Merges a draft, which is a received alert, into the stored alert of the same environment, resource and event, or
   * creates a new alert if there is none. A correlated alert takes over the event of the draft (rules.md#correlation). A
   * draft that closes a fingerprint which is open on other alerts closes it there (rules.md#fingerprints). Nothing is
   * stored before `save` is called.
   *
   * @param actor the name of the sender in the history of the alert
   * @throws OpsgraphError `invalid` if the merged alert would exceed a size limit; the draft is then ignored
   */
  receive(sent: SentDraft, actor: string): Received {
    const { draft } = sent
    const arrival = { now: this.#now, newId: this.#dependencies.newId, actor, source: sourceOf(sent) }
    const received = this.#merge(sent, arrival)
    if (received.isOutdated) return received
    for (const relation of relationsOfAlert(draft)) this.#stated.push(relation)
    for (const relation of relationsByPolicy(received.alert, this.#policies.relation)) this.#stated.push(relation)
    return received
  }

  /** The stored alert in its state after all drafts received so far, or the one that took over its event. */
  latest({ known }: Received): Alert {
    return this.#shown(storedIn(known.latest))
  }

  /** Stores the received alerts and their relations. */
  async save(): Promise<void> {
    const alerts = Array.from(this.#received, ({ alert }) => alert).filter((alert) => alert !== undefined)
    if (alerts.length > 0) await this.#locked.save(alerts.map((alert) => this.#shown(alert)))
    if (this.#stated.length === 0) return
    await this.#parts.relations.upsert(toRelations(this.#dependencies, this.#stated))
  }

  #merge(sent: SentDraft, arrival: Reception): Received {
    const { draft } = sent
    const target = this.#locked.targetOf(sent)
    if (target.kind === 'own') return this.#changed(target.alert, draft, { arrival, by: 'receive' })
    if (target.kind === 'correlated') return this.#changed(target.alert, draft, { arrival, by: 'takeOver' })
    const close = (alert: KnownAlert) => this.#changed(alert, draft, { arrival, by: 'closeFingerprint' })
    const [first, ...others] = target.alerts
    const closed = [close(first), ...others.map(close)] as const
    return closed.find(({ isOutdated }) => !isOutdated) ?? closed[0]
  }

  #changed(known: KnownAlert, draft: AlertDraft, { arrival, by }: Change): Received {
    const before = known.alert ?? draft
    const received = known[by](draft, arrival)
    if (received === undefined) return { alert: storedIn(known), isOutdated: true, known }
    const alert = weighAlert(received, draft, { policies: this.#policies.weight, arrival })
    known.amend(alert)
    this.#locked.note(known, before)
    this.#received.add(known)
    return { alert, isOutdated: false, known }
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
    return underWindows(own, this.#locked.holdOf(own), { windows, arrival })
  }
}

function storedIn({ alert }: KnownAlert): Alert {
  if (alert === undefined) throw new Error('the alert just received is not there')
  return alert
}

/** By which method a received alert changes a stored one. */
interface Change {
  readonly arrival: Reception
  readonly by: 'receive' | 'takeOver' | 'closeFingerprint'
}
