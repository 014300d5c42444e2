import { type Alert, type AlertDraft, type AlertKey, alertKey, type Hold } from '../../alert/alert.js'
import type { Reception } from '../../alert/alert-history.js'
import type { SourcedFingerprint } from '../../alert/fingerprints.js'
import { KnownAlert } from '../../alert/known-alert.js'
import { isClosing, relationsOfAlert } from '../../alert/receive.js'
import { unheld } from '../../alert/unheld.js'
import { underWindows } from '../../maintenance/hold-alert.js'
import { relationsByPolicy } from '../../policy/relations-by-policy.js'
import { weighAlert } from '../../policy/weigh-alert.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import type { ActivePolicies, Dependencies } from '../dependencies.js'
import { toRelations } from '../relation/to-relations.js'

/** A received alert, and where it was sent. */
export interface SentDraft {
  readonly draft: AlertDraft
  /** `null` = it was sent to `POST /api/alert`. */
  readonly webhookId: string | null
}

/** Whose fingerprint it is: two senders may use the same text for different things. */
function sourceOf({ draft, webhookId }: SentDraft): string {
  return webhookId === null ? `origin:${draft.origin ?? ''}` : `webhook:${webhookId}`
}

/** What the weight policies see: the received alert, and its arrival. */
interface Weighing {
  readonly draft: AlertDraft
  readonly arrival: Reception
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
  readonly #known = new Map<string, KnownAlert>()
  /** By alert key: the maintenance window that sets the stored alert to `blackout`; `undefined` = there is none. */
  readonly #holds = new Map<string, Hold | undefined>()
  /** By sender and fingerprint: the alerts on which it is open, or was open. */
  readonly #holders = new Map<string, Set<KnownAlert>>()
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
    this.#add(stored)
    this.#now = timestamp(dependencies.clock())
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
    const keys = [...new Map(sent.map(({ draft }) => [alertKey(draft), draft])).values()]
    const intake = new AlertIntake(dependencies, parts, { policies, stored: await parts.alerts.lock(keys) })
    await intake.#lockHolders(sent)
    return intake
  }

  /**
   * Merges a draft, which is a received alert, into the stored alert of the same environment, resource and event.
   * Creates a new alert if there is none. A draft that closes a fingerprint which is open on other alerts only, closes
   * it there (rules.md#fingerprints). Nothing is stored before `save` is called.
   *
   * @param actor the name of the sender in the history of the alert
   * @returns the alert after this draft, as it would be without maintenance windows; a later draft may change it again.
   *   `undefined` if the draft is outdated, so that it changes nothing
   * @throws OpsgraphError `invalid` if the merged alert would exceed a size limit; the draft is then ignored
   */
  receive(sent: SentDraft, actor: string): Alert | undefined {
    const { draft } = sent
    const arrival = { now: this.#now, newId: this.#dependencies.newId, actor, source: sourceOf(sent) }
    const own = this.#knownBy(draft)
    const holders = this.#holdersElsewhere(sent, own)
    const [received] =
      holders.length > 0
        ? holders.flatMap((known) => this.#changed(known, known.closeFingerprint(draft, arrival), { draft, arrival }))
        : this.#changed(own, own.receive(draft, arrival), { draft, arrival })
    if (received === undefined) return undefined
    for (const relation of relationsOfAlert(draft)) this.#stated.push(relation)
    for (const relation of relationsByPolicy(received, this.#policies.relation)) this.#stated.push(relation)
    return received
  }

  /** The alert with this key in its state after all drafts received so far; `undefined` if it does not exist. */
  latest(key: AlertKey): Alert | undefined {
    const alert = this.#known.get(alertKey(key))?.alert
    return alert && this.#shown(alert)
  }

  #changed(known: KnownAlert, received: Alert | undefined, { draft, arrival }: Weighing): readonly Alert[] {
    if (received === undefined) return []
    const alert = weighAlert(received, draft, { policies: this.#policies.weight, arrival })
    known.amend(alert)
    this.#received.add(known)
    const newest = alert.firing?.open.at(-1)
    if (newest !== undefined) this.#noteHolder(newest, known)
    return [alert]
  }

  /** Locks the alerts on which a fingerprint is open that one of the drafts closes under another key. */
  async #lockHolders(sent: readonly SentDraft[]): Promise<void> {
    const wanted = sent.filter((one) => this.#closesElsewhere(one, this.#known.get(alertKey(one.draft))))
    if (wanted.length === 0) return
    const { alerts } = this.#parts
    const fingerprints = wanted.map((one) => ({ source: sourceOf(one), fingerprint: one.draft.fingerprint ?? '' }))
    const others = (await alerts.holding(fingerprints)).filter((key) => !this.#known.has(alertKey(key)))
    if (others.length > 0) this.#add(await alerts.lock(others))
  }

  /** The alerts other than `own` on which the fingerprint of a closing draft is open; none if it is open on `own`. */
  #holdersElsewhere(sent: SentDraft, own: KnownAlert): readonly KnownAlert[] {
    if (!this.#closesElsewhere(sent, own)) return []
    const { fingerprint } = sent.draft
    const source = sourceOf(sent)
    const holders = this.#holders.get(`${source}\u0000${fingerprint}`) ?? []
    return [...holders].filter((known) => known.holds(fingerprint ?? '', source))
  }

  #noteHolder({ source, fingerprint }: SourcedFingerprint, known: KnownAlert): void {
    const key = `${source}\u0000${fingerprint}`
    const holders = this.#holders.get(key) ?? new Set()
    this.#holders.set(key, holders.add(known))
  }

  #closesElsewhere(sent: SentDraft, own: KnownAlert | undefined): boolean {
    const { draft } = sent
    if (draft.fingerprint === null || draft.fingerprint === '' || own?.holds(draft.fingerprint)) return false
    return isClosing(draft, this.#now)
  }

  #add(stored: readonly Alert[]): void {
    for (const alert of stored) {
      const known = new KnownAlert(unheld(alert))
      this.#known.set(alertKey(alert), known)
      for (const open of alert.firing?.open ?? []) this.#noteHolder(open, known)
      this.#holds.set(alertKey(alert), alert.maintenance)
    }
  }

  /** Stores the received alerts and their relations. */
  async save(): Promise<void> {
    const alerts = Array.from(this.#received, ({ alert }) => alert).filter((alert) => alert !== undefined)
    if (alerts.length > 0) await this.#parts.alerts.save(alerts.map((alert) => this.#shown(alert)))
    if (this.#stated.length === 0) return
    await this.#parts.relations.upsert(toRelations(this.#dependencies, this.#stated))
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
