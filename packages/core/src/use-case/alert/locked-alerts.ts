import { pause } from '#platform'
import { type Alert, type AlertDraft, type AlertKey, alertKey, type MaintenanceHold } from '../../alert/alert.js'
import { isActive } from '../../alert/alert-status.js'
import type { SourcedFingerprint } from '../../alert/fingerprints.js'
import { isClosing } from '../../alert/receive.js'
import { StoredAlert } from '../../alert/stored-alert.js'
import { unheld } from '../../alert/unheld.js'
import { addToSet } from '../../group-by.js'
import type { AlertRef } from '../../port/alert-store.js'
import type { StoreParts } from '../../port/store.js'

/** A received alert, and the webhook that received it. */
export interface SentDraft {
  readonly draft: AlertDraft
  /** The webhook that received the alert; `null` = the alert was sent to `POST /api/alert`. */
  readonly webhookId: string | null
}

/**
 * Returns the sender to whom the fingerprint of a received alert belongs, because two senders may use the same text for
 * different problems.
 */
export function senderText({ draft, webhookId }: SentDraft): string {
  return webhookId === null ? `origin:${draft.origin ?? ''}` : `webhook:${webhookId}`
}

/** The stored alerts that a received alert changes. `own`: the alert with the same key. */
export type ReceptionTarget =
  | { readonly kind: 'own'; readonly alert: StoredAlert }
  /** `correlated`: an alert that takes over the event of the received alert (rules.md#correlation). */
  | { readonly kind: 'correlated'; readonly alert: StoredAlert }
  /**
   * `elsewhere`: alerts with other keys. The received alert closes a fingerprint that is open on them
   * (rules.md#fingerprints).
   */
  | { readonly kind: 'elsewhere'; readonly alerts: readonly [StoredAlert, ...StoredAlert[]] }

/**
 * The stored alerts that received alerts may change, locked in a transaction. They are as they would be without
 * maintenance windows (`unheld`): all rules use the status that an alert itself has, not the `blackout` of a window.
 */
export class LockedAlerts {
  readonly #parts: StoreParts
  readonly #now: string
  readonly #byKey = new Map<string, StoredAlert>()
  /** The alerts of each resource, for correlation. Keyed by {@link resourceKeyOf}. */
  readonly #byResource = new Map<string, Set<StoredAlert>>()
  /** The alerts on which a fingerprint is open, or was open. Keyed by {@link fingerprintKey}. */
  readonly #holders = new Map<string, Set<StoredAlert>>()
  /** For each alert id, the stored key, and the maintenance window that silences the alert. */
  readonly #stored = new Map<string, AlertRef & { readonly hold: MaintenanceHold | undefined }>()
  /** The ids of stored alerts whose event another alert has taken over. */
  readonly #removed = new Set<string>()

  private constructor(parts: StoreParts, now: string) {
    this.#parts = parts
    this.#now = now
  }

  /** Locks the alerts that the received alerts may change. */
  static async lock(parts: StoreParts, sent: readonly SentDraft[], now: string): Promise<LockedAlerts> {
    const locked = new LockedAlerts(parts, now)
    await locked.#lock(sent.flatMap(({ draft }) => alertKeysOf(draft)))
    const isAlone = createOnlyDraftTest(sent)
    await pause()
    await locked.#lockHolders(sent, isAlone)
    await pause()
    await locked.#lockCorrelated(sent, isAlone)
    return locked
  }

  /** The maintenance window that silences the stored alert; `undefined` = none does. */
  holdOf({ id }: Alert): MaintenanceHold | undefined {
    return this.#stored.get(id)?.hold
  }

  /**
   * Decides which stored alerts a received alert changes. If the alert with the same key is active, this is the alert
   * to change.
   */
  targetOf(sent: SentDraft): ReceptionTarget {
    const { draft } = sent
    const own = this.#findOrCreate(draft)
    if (own.isActive) return this.#findElsewhere(sent, own) ?? { kind: 'own', alert: own }
    const correlated = this.#findCorrelated(draft)
    if (correlated?.isActive) return this.#findElsewhere(sent, correlated) ?? { kind: 'correlated', alert: correlated }
    const elsewhere = this.#findElsewhere(sent, own)
    if (elsewhere !== undefined) return elsewhere
    if (own.alert === undefined && correlated !== undefined) return { kind: 'correlated', alert: correlated }
    return { kind: 'own', alert: own }
  }

  /** Records the new state of an alert, so that later received alerts find it. */
  recordChange(stored: StoredAlert, before: AlertKey): void {
    const { alert } = stored
    if (alert === undefined) return
    if (alert.event !== before.event) this.#move(stored, alert, before)
    this.#byKey.set(alertKey(alert), stored)
    this.#index(stored, alert, alert.firing?.open.slice(-1) ?? [])
  }

  /** Stores alerts. First removes the rows of alerts whose event has changed or was taken over. */
  async save(alerts: readonly Alert[]): Promise<void> {
    const out = alerts.filter(({ id, event }) => this.#stored.has(id) && this.#stored.get(id)?.event !== event)
    const refs = [...out.map(({ id }) => id), ...this.#removed].map((id) => this.#stored.get(id))
    const takenOut = refs.filter((ref) => ref !== undefined)
    if (takenOut.length > 0) await this.#parts.alerts.takeOut(takenOut)
    await this.#parts.alerts.save(alerts)
  }

  #move(stored: StoredAlert, alert: Alert, before: AlertKey): void {
    const replaced = this.#byKey.get(alertKey(alert))
    if (replaced?.alert !== undefined && replaced !== stored) {
      if (this.#stored.has(replaced.alert.id)) this.#removed.add(replaced.alert.id)
      this.#byResource.get(resourceKeyOf(alert))?.delete(replaced)
      replaced.giveWayTo(stored)
    }
    this.#byKey.delete(alertKey(before))
  }

  #findOrCreate(key: AlertKey): StoredAlert {
    const found = this.#byKey.get(alertKey(key)) ?? new StoredAlert(undefined)
    this.#byKey.set(alertKey(key), found)
    return found
  }

  async #lock(keys: readonly AlertKey[]): Promise<void> {
    const missing = new Map(keys.map((key) => [alertKey(key), key]))
    for (const key of this.#byKey.keys()) missing.delete(key)
    if (missing.size === 0) return
    for (const alert of await this.#parts.alerts.lock([...missing.values()])) {
      const stored = new StoredAlert(unheld(alert))
      const { id, environment, resource, event } = alert
      this.#byKey.set(alertKey(alert), stored)
      this.#stored.set(id, { id, environment, resource, event, hold: alert.maintenance })
      this.#index(stored, alert, alert.firing?.open ?? [])
    }
  }

  /**
   * For each received alert that closes a fingerprint, locks the alerts on which this fingerprint is open. Skips a
   * received alert if the fingerprint is open on the alert with its own key and the received alert is alone. If it is
   * not alone, an earlier received alert may close the fingerprint there first.
   */
  async #lockHolders(sent: readonly SentDraft[], isAlone: IsOnlyDraftOfResource): Promise<void> {
    const ownOf = (candidate: SentDraft) =>
      isAlone(candidate) ? this.#byKey.get(alertKey(candidate.draft)) : undefined
    const closingAlerts = sent.filter((candidate) => this.#closesElsewhere(candidate, ownOf(candidate)))
    if (closingAlerts.length === 0) return
    const fingerprints = closingAlerts.map((candidate) => ({
      source: senderText(candidate),
      fingerprint: candidate.draft.fingerprint ?? '',
    }))
    await this.#lock(await this.#parts.alerts.holding(fingerprints))
  }

  /**
   * Locks the alerts whose list `correlate` contains the event of a received alert. Skips a received alert that changes
   * the alert with its own key: this alert is active, and, because the received alert is alone, no earlier received
   * alert closes it first.
   */
  async #lockCorrelated(sent: readonly SentDraft[], isAlone: IsOnlyDraftOfResource): Promise<void> {
    const changesOwnAlert = (candidate: SentDraft) =>
      isAlone(candidate) && this.#byKey.get(alertKey(candidate.draft))?.isActive === true
    const wanted = sent.filter((candidate) => !changesOwnAlert(candidate)).map(({ draft }) => draft)
    if (wanted.length > 0) await this.#lock(await this.#parts.alerts.correlating(wanted))
  }

  #index(stored: StoredAlert, alert: Alert, open: readonly SourcedFingerprint[]): void {
    for (const fingerprint of open) addToSet(this.#holders, fingerprintKey(fingerprint), stored)
    addToSet(this.#byResource, resourceKeyOf(alert), stored)
  }

  /**
   * The alerts on which the fingerprint of a closing draft is open; `undefined` = there are none, or it is open on
   * `own`.
   */
  #findElsewhere(sent: SentDraft, own: StoredAlert): ReceptionTarget | undefined {
    if (!this.#closesElsewhere(sent, own)) return undefined
    const wanted = { source: senderText(sent), fingerprint: sent.draft.fingerprint ?? '' }
    const holders = this.#holders.get(fingerprintKey(wanted)) ?? []
    const [first, ...others] = [...holders].filter((stored) =>
      stored.hasOpenFingerprint(wanted.fingerprint, wanted.source),
    )
    return first && { kind: 'elsewhere', alerts: [first, ...others] }
  }

  #closesElsewhere({ draft }: SentDraft, own: StoredAlert | undefined): boolean {
    const { fingerprint } = draft
    if (fingerprint === null || fingerprint === '' || own?.hasOpenFingerprint(fingerprint)) return false
    return isClosing(draft, this.#now)
  }

  /**
   * The newest active alert that is correlated with a received alert; if none is active, the newest of all correlated
   * alerts.
   */
  #findCorrelated(draft: AlertDraft): StoredAlert | undefined {
    let newest: StoredAlert | undefined
    for (const stored of this.#byResource.get(resourceKeyOf(draft)) ?? []) {
      if (isCorrelated(stored.alert, draft) && isNewer(stored, newest)) newest = stored
    }
    return newest
  }
}

/** True for a received alert if no other alert of the delivery is about the same resource. */
type IsOnlyDraftOfResource = (sent: SentDraft) => boolean

function createOnlyDraftTest(sent: readonly SentDraft[]): IsOnlyDraftOfResource {
  const counts = new Map<string, number>()
  for (const { draft } of sent) counts.set(resourceKeyOf(draft), (counts.get(resourceKeyOf(draft)) ?? 0) + 1)
  return ({ draft }) => counts.get(resourceKeyOf(draft)) === 1
}

function isCorrelated(stored: Alert | undefined, draft: AlertDraft): boolean {
  if (stored === undefined || stored.event === draft.event) return false
  return draft.correlate.includes(stored.event) || stored.correlate.includes(draft.event)
}

function isNewer(stored: StoredAlert, other: StoredAlert | undefined): boolean {
  if (other?.alert === undefined || stored.alert === undefined) return true
  if (isActive(stored.alert.status) !== isActive(other.alert.status)) return stored.isActive
  if (stored.alert.activeSince !== other.alert.activeSince) return stored.alert.activeSince > other.alert.activeSince
  return stored.alert.id > other.alert.id
}

/**
 * The keys of the alerts that a received alert names: its own key, and the keys with the events in its list
 * `correlate`. If its `resourceParent` replaces an earlier one (rules.md#relations-of-an-alert-5), also the key
 * `NO_EVENT`, which no alert has. If two transactions name a parent of the same resource, this key makes the second one
 * wait for the first, so that it sees what the first one has stored.
 */
function alertKeysOf({
  environment,
  resource,
  event,
  correlate,
  resourceParent,
  origin,
}: AlertDraft): readonly AlertKey[] {
  const parents = resourceParent !== null && origin !== null ? [NO_EVENT] : []
  return [event, ...correlate, ...parents].map((name) => ({ environment, resource, event: name }))
}

const NO_EVENT = ''

function resourceKeyOf({ environment, resource }: AlertKey): string {
  return `${environment}\u0000${resource}`
}

export function fingerprintKey({ source, fingerprint }: SourcedFingerprint): string {
  return `${source}\u0000${fingerprint}`
}
