import { type JsonObject, type JsonValue, ownValue } from '../json-value.js'
import { invalid } from '../opsgraph-error.js'
import type { Alert, AlertDraft } from './alert.js'
import type { ReceptionContext } from './alert-history.js'
import {
  type AlertSize,
  addGrowth,
  alertSize,
  attributesSize,
  growthOfRenewedFields,
  sizeFault,
  tagsBytes,
} from './alert-size.js'
import { isActive } from './alert-status.js'
import {
  applyReport,
  type FingerprintReport,
  type FingerprintReportResult,
  type Fingerprints,
  NO_FINGERPRINTS,
  replaceAllByReport,
} from './fingerprints.js'
import {
  applyReportToDraft,
  closeOneOfSeveralFingerprints,
  newAlert,
  renewAlert,
  renewedFields,
  toReport,
} from './receive.js'

/**
 * Merges received alerts into the stored alert with the same key. The cost of a merge depends on the size of the
 * received alert, not of the stored one: the stored alert is measured only once, and its attributes and tags are copied
 * only once. The next merge changes these copies in place, so it may change an alert that `receive` returned earlier.
 */
export class StoredAlert {
  #alert: Alert | undefined
  #successor: StoredAlert | undefined
  /**
   * The alert, without duplicate tags, and its size. The size is needed only for a merge, so this is `undefined` until
   * the first merge.
   */
  #measured: { readonly stored: Alert; readonly size: AlertSize } | undefined
  #tags: Set<string> = new Set()
  /** Copies of the stored attributes and tags, which merges may change in place. `undefined` = not copied yet. */
  #ownAttributes: JsonObject | undefined
  #ownTags: string[] | undefined

  /** @param stored `undefined` if no alert with this key is stored */
  constructor(stored: Alert | undefined) {
    this.#alert = stored
  }

  /** The merged alert; `undefined` if no alert is stored and none has been received. */
  get alert(): Alert | undefined {
    return this.#alert
  }

  get isActive(): boolean {
    return this.#alert !== undefined && isActive(this.#alert.status)
  }

  /**
   * Records that `successor` has taken over the event of this alert. No alert with the key of this alert is stored
   * then.
   */
  giveWayTo(successor: StoredAlert): void {
    this.#successor = successor
    this.#alert = undefined
    this.#measured = undefined
  }

  /**
   * This alert, or its successor if another alert took over its event. A successor may have a successor of its own; the
   * last of them is returned.
   */
  get latest(): StoredAlert {
    let latest: StoredAlert = this
    while (latest.#successor !== undefined) latest = latest.#successor
    return latest
  }

  /**
   * True if this fingerprint is open.
   *
   * @param source if given, only a fingerprint of this sender counts
   */
  hasOpenFingerprint(fingerprint: string, source?: string): boolean {
    const { open } = this.#alert?.firing ?? NO_FINGERPRINTS
    return open.some((open) => open.fingerprint === fingerprint && (source === undefined || open.source === source))
  }

  /**
   * Merges a received alert into the stored one (rules.md#receiving-an-alert).
   *
   * @returns the merged alert; `undefined` if the received alert is outdated, so that nothing changes
   * @throws OpsgraphError `invalid` if the merged alert would exceed a limit; the stored alert does not change then
   */
  receive(draft: AlertDraft, arrival: ReceptionContext): Alert | undefined {
    const current = this.#alert
    if (current === undefined) {
      this.#alert = createAlert(draft, arrival)
      return this.#alert
    }
    const report = toReport(draft, arrival)
    const result = applyReport(current.firing ?? NO_FINGERPRINTS, current.status, report)
    return this.#merge(current, draft, { arrival, report, result })
  }

  /**
   * Merges a received alert of another event with which the stored one is correlated (rules.md#correlation). The stored
   * alert takes over the event, and the fingerprint of the received alert replaces all its open fingerprints.
   *
   * @returns the merged alert; `undefined` if the received alert is outdated, so that nothing changes
   * @throws OpsgraphError `invalid` if the merged alert would exceed a limit; the stored alert does not change then
   */
  takeOver(draft: AlertDraft, arrival: ReceptionContext): Alert | undefined {
    const current = this.#alert
    if (current === undefined) return this.receive(draft, arrival)
    const report = toReport(draft, arrival)
    const result = replaceAllByReport(current.firing ?? NO_FINGERPRINTS, current.status, report)
    return this.#merge(current, draft, { arrival, report, result })
  }

  #merge(current: Alert, draft: AlertDraft, { arrival, report, result }: ArrivedReport): Alert | undefined {
    if (result.effect === 'outdated') return undefined
    const { effect, fingerprints } = result
    if (isActive(current.status) && effect === 'unknown') {
      this.amend(withFingerprints(current, fingerprints))
    } else if (report.closes && fingerprints.open.length > 0) {
      this.amend(withFingerprints(closeOneOfSeveralFingerprints(current, fingerprints, arrival), fingerprints))
    } else {
      const given = applyReportToDraft(draft, report, { text: current.text, left: fingerprints })
      this.amend(withFingerprints(this.#renew(current, given, arrival), fingerprints))
    }
    return this.#alert
  }

  /**
   * Closes a fingerprint of this alert because a received alert with another key closes it: for example, its title has
   * changed meanwhile. Only severity, status and text change.
   *
   * @returns the changed alert; `undefined` if the received alert is outdated here, so that nothing changes
   */
  closeFingerprint(draft: AlertDraft, arrival: ReceptionContext): Alert | undefined {
    const current = this.#alert
    if (current === undefined) return undefined
    const { event } = current
    return this.receive(
      { ...withoutNewContent(current, draft), event, text: draft.text, attributes: {}, tags: [] },
      arrival,
    )
  }

  /**
   * Replaces the alert. The new version must have the same attributes and tags; only the attribute `weight` may differ.
   */
  amend(alert: Alert): void {
    this.#alert = alert
    if (this.#measured === undefined) return
    const { stored, size } = this.#measured
    this.#measured = { stored: alert, size: addGrowth(size, growthOfRenewedFields(stored, alert)) }
  }

  #renew(current: Alert, draft: AlertDraft, arrival: ReceptionContext): Alert {
    this.#measured ??= this.#measure(current)
    const { stored, size } = this.#measured
    const alert = renewAlert(stored, draft, arrival)
    const attributes = addedAttributes(stored.attributes, draft.attributes)
    const tags = addedTags(this.#tags, draft.tags)
    const renewed = addGrowth(size, growthOfRenewedFields(stored, alert))
    const merged = addGrowth(addGrowth(renewed, attributes.growth), tags.growth)
    const fault = sizeFault(merged, size)
    if (fault === undefined) {
      this.#measured = { stored: this.#extend(alert, attributes.added, tags.added), size: merged }
    } else if (!closesStoredAlert(stored, draft)) {
      throw invalid(fault)
    } else if (sizeFault(renewed, size) === undefined) {
      this.#measured = { stored: alert, size: renewed }
    } else {
      this.#measured = { stored: renewAlert(stored, withoutNewContent(stored, draft), arrival), size }
    }
    return this.#measured.stored
  }

  #measure(alert: Alert): { readonly stored: Alert; readonly size: AlertSize } {
    this.#tags = new Set(alert.tags)
    const stored = this.#tags.size === alert.tags.length ? alert : { ...alert, tags: [...this.#tags] }
    return { stored, size: alertSize(stored) }
  }

  #extend(alert: Alert, attributes: readonly (readonly [string, JsonValue])[], tags: readonly string[]): Alert {
    if (attributes.length === 0 && tags.length === 0) return alert
    return {
      ...alert,
      attributes: this.#withAttributes(alert.attributes, attributes),
      tags: this.#withTags(alert.tags, tags),
    }
  }

  #withAttributes(attributes: JsonObject, added: readonly (readonly [string, JsonValue])[]): JsonObject {
    if (added.length === 0) return attributes
    const own = attributes === this.#ownAttributes ? attributes : { ...attributes }
    setAttributes(own, added)
    this.#ownAttributes = own
    return own
  }

  #withTags(tags: readonly string[], added: readonly string[]): readonly string[] {
    if (added.length === 0) return tags
    const own = this.#ownTags !== undefined && tags === this.#ownTags ? this.#ownTags : [...tags]
    for (const tag of added) {
      own.push(tag)
      this.#tags.add(tag)
    }
    this.#ownTags = own
    return own
  }
}

interface ArrivedReport {
  readonly arrival: ReceptionContext
  readonly report: FingerprintReport
  readonly result: FingerprintReportResult
}

/** Creates an alert for a draft whose key is not stored yet. */
export function createAlert(draft: AlertDraft, arrival: ReceptionContext): Alert {
  const report = toReport(draft, arrival)
  const result = applyReport(NO_FINGERPRINTS, 'closed', report)
  const fingerprints = 'fingerprints' in result ? result.fingerprints : NO_FINGERPRINTS
  return withFingerprints(
    createWithinLimits(applyReportToDraft(draft, report, { text: draft.text, left: fingerprints }), arrival),
    fingerprints,
  )
}

function withFingerprints(alert: Alert, fingerprints: Fingerprints): Alert {
  return { ...alert, openCount: fingerprints.open.length, firing: fingerprints }
}

function createWithinLimits(draft: AlertDraft, arrival: ReceptionContext): Alert {
  const alert = newAlert(draft, arrival)
  const fault = sizeFault(alertSize(alert))
  if (fault !== undefined) throw invalid(fault)
  return alert
}

/**
 * True if the received alert closes the stored one. Such an alert is never refused, because the stored alert could then
 * stay active although the problem is over. If the merged alert would exceed a limit, `StoredAlert` leaves out the
 * attributes and tags of the received alert, and if that is not enough, everything but its severity and its status.
 */
function closesStoredAlert({ status }: Alert, draft: AlertDraft): boolean {
  return isActive(status) && draft.status !== undefined && !isActive(draft.status)
}

function withoutNewContent(stored: Alert, draft: AlertDraft): AlertDraft {
  const { fingerprint, eventTime, endTime } = draft
  return { ...draft, ...renewedFields(stored, stored), fingerprint, eventTime, endTime }
}

/**
 * What a received alert adds to the attributes or tags of the stored alert, and how much larger the stored alert
 * becomes.
 */
interface AdditionToAlert<Added> {
  readonly added: readonly Added[]
  readonly growth: AlertSize
}

/**
 * The received attributes that are not stored, or whose stored value differs. In a merge, they replace the stored
 * attributes with the same keys.
 */
export function addedAttributes(
  stored: JsonObject,
  arrived: JsonObject,
): AdditionToAlert<readonly [string, JsonValue]> {
  const added = Object.entries(arrived).filter(([key, value]) => ownValue(stored, key) !== value)
  const keys = added.map(([key]) => key)
  const [before, after] = [attributesSize(stored, keys), attributesSize(arrived, keys)]
  return {
    added,
    growth: { bytes: after.bytes - before.bytes, attributes: after.attributes - before.attributes },
  }
}

/** The received tags that are not stored yet, without duplicates. */
export function addedTags(stored: ReadonlySet<string>, arrived: readonly string[]): AdditionToAlert<string> {
  const added = [...new Set(arrived)].filter((tag) => !stored.has(tag))
  return { added, growth: { bytes: tagsBytes(added), attributes: 0 } }
}

/** Sets attributes in place. An assignment would not create an attribute with the name `__proto__`. */
export function setAttributes(attributes: JsonObject, added: readonly (readonly [string, JsonValue])[]): void {
  for (const [key, value] of added) {
    Object.defineProperty(attributes, key, { value, writable: true, enumerable: true, configurable: true })
  }
}
