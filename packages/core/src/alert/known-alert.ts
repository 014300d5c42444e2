import type { JsonObject, JsonValue } from '../json-value.js'
import { invalid } from '../opsgraph-error.js'
import type { Alert, AlertDraft } from './alert.js'
import type { Arrival } from './alert-history.js'
import { type AlertSize, alertSize, boundFault, grown, renewedGrowth } from './alert-size.js'
import { isActive } from './alert-status.js'
import { addedAttributes, addedTags, setAttributes } from './merge-parts.js'
import { newAlert, renewAlert, renewedFields } from './receive.js'
import { closesAlert } from './severity.js'

/**
 * Merges received alerts into the stored alert with the same key. The cost of a merge depends on the size of the
 * received alert, not of the stored one: the stored alert is measured only once, and its attributes and tags are copied
 * only once. The next merge changes these copies in place, so it may change an alert that `receive` returned earlier.
 */
export class KnownAlert {
  #alert: Alert | undefined
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

  /**
   * Merges a received alert into the stored one (rules.md#receiving-an-alert).
   *
   * @throws OpsgraphError `invalid` if the merged alert would exceed a limit; the stored alert does not change then
   */
  receive(draft: AlertDraft, arrival: Arrival): Alert {
    this.#alert = this.#alert === undefined ? opened(draft, arrival) : this.#renewed(this.#alert, draft, arrival)
    return this.#alert
  }

  /** Replaces the alert with a version that differs only in its history or weight. Neither counts toward the limits. */
  amend(alert: Alert): void {
    this.#alert = alert
    if (this.#measured !== undefined) this.#measured = { stored: alert, size: this.#measured.size }
  }

  #renewed(known: Alert, draft: AlertDraft, arrival: Arrival): Alert {
    this.#measured ??= this.#measure(known)
    const { stored, size } = this.#measured
    const alert = renewAlert(stored, draft, arrival)
    const attributes = addedAttributes(stored.attributes, draft.attributes)
    const tags = addedTags(this.#tags, draft.tags)
    const renewed = grown(size, renewedGrowth(stored, alert))
    const merged = grown(grown(renewed, attributes.growth), tags.growth)
    const fault = boundFault(merged, size)
    if (fault === undefined) {
      this.#measured = { stored: this.#extended(alert, attributes.added, tags.added), size: merged }
    } else if (!closes(stored, draft)) {
      throw invalid(fault)
    } else if (boundFault(renewed, size) === undefined) {
      this.#measured = { stored: alert, size: renewed }
    } else {
      this.#measured = { stored: renewAlert(stored, bareClose(stored, draft), arrival), size }
    }
    return this.#measured.stored
  }

  #measure(alert: Alert): { readonly stored: Alert; readonly size: AlertSize } {
    this.#tags = new Set(alert.tags)
    const stored = this.#tags.size === alert.tags.length ? alert : { ...alert, tags: [...this.#tags] }
    return { stored, size: alertSize(stored) }
  }

  #extended(alert: Alert, attributes: readonly (readonly [string, JsonValue])[], tags: readonly string[]): Alert {
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

function opened(draft: AlertDraft, arrival: Arrival): Alert {
  const alert = newAlert(draft, arrival)
  const fault = boundFault(alertSize(alert))
  if (fault !== undefined) throw invalid(fault)
  return alert
}

/**
 * True if the received alert closes the stored one. Such a received alert is accepted even if the merged alert would
 * exceed a limit. Otherwise the stored alert could stay active although the problem is over. If the merged alert would
 * exceed a limit, `KnownAlert` leaves out the attributes and tags of the received alert. If that is not enough,
 * `KnownAlert` uses only the severity and the status of the received alert.
 */
function closes({ status }: Alert, draft: AlertDraft): boolean {
  return isActive(status) && (closesAlert(draft.severity) || draft.status === 'closed')
}

function bareClose(stored: Alert, draft: AlertDraft): AlertDraft {
  return { ...draft, ...renewedFields(stored, stored) }
}
