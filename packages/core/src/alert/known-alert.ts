import type { JsonObject, JsonValue } from '../json-value.js'
import { invalid } from '../opsgraph-error.js'
import type { Alert, AlertDraft } from './alert.js'
import type { Arrival } from './alert-history.js'
import { type AlertSize, alertSize, boundFault, grown, renewedGrowth } from './alert-size.js'
import { isActive } from './alert-status.js'
import { addedAttributes, addedTags, setAttributes } from './merge-parts.js'
import { newAlert, renewAlert } from './receive.js'
import { closesAlert } from './severity.js'

/**
 * The alert of one key, while arrivals are merged into it. An arrival costs what it brings, however much is stored and
 * however many arrive together: all of the alert is measured once, and its attributes and tags are copied once, then
 * changed in place. An alert that was answered may therefore change with the next arrival.
 */
export class KnownAlert {
  #alert: Alert | undefined
  /** The alert with each tag once; `undefined` until a further one arrives. */
  #measured: { readonly stored: Alert; readonly size: AlertSize } | undefined
  #tags: Set<string> = new Set()
  /** The copies, which may be changed. */
  #ownAttributes: JsonObject | undefined
  #ownTags: string[] | undefined

  /** @param stored `undefined` = the key is new */
  constructor(stored: Alert | undefined) {
    this.#alert = stored
  }

  /** `undefined` until one arrives. */
  get alert(): Alert | undefined {
    return this.#alert
  }

  /**
   * Merges an arrival into the alert (rules.md#receiving-an-alert).
   *
   * @throws OpsgraphError `invalid` if the alert would exceed a bound; it stays as it is
   */
  receive(draft: AlertDraft, arrival: Arrival): Alert {
    this.#alert = this.#alert === undefined ? opened(draft, arrival) : this.#renewed(this.#alert, draft, arrival)
    return this.#alert
  }

  /** Replaces the alert by one with another history or weight, which no bound counts. */
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
 * An alert at a bound must not stay open for ever: an arrival that closes it is taken, without its attributes and tags,
 * and without any of its fields if the others are too large as well.
 */
function closes({ status }: Alert, { severity }: AlertDraft): boolean {
  return isActive(status) && closesAlert(severity)
}

function bareClose({ text, value, service }: Alert, draft: AlertDraft): AlertDraft {
  return { ...draft, text, value, service, resourceParent: null, resourceChildren: [] }
}
