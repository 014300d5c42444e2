import { type AlertDraft, alertKey } from '../../alert/alert.js'
import { groupBy } from '../../group-by.js'
import type { MappedAlert } from './apply-mapping.js'
import type { CheckedAlert } from './draft-alerts.js'
import type { Mapping } from './mapping.js'
import { writeElementPath } from './split-payload.js'

/** An alert of a delivery, and the outcome of checking it. */
interface CheckedElement extends CheckedAlert {
  readonly alert: MappedAlert
}

/** An alert of a delivery that would be created. */
interface CreatedElement {
  readonly drafted: CheckedElement
  readonly draft: AlertDraft
}

/** The alerts of a delivery that become the same stored alert. */
interface SharedAlertGroup {
  readonly elements: readonly CreatedElement[]
  readonly byFingerprint: ReadonlyMap<string, readonly CreatedElement[]>
}

/** A warning names at most this many other elements. */
const MAX_NAMED_ELEMENTS = 5

/**
 * Finds the elements of a delivery that become the same alert, because environment, resource and event are equal. This
 * is intended if their fingerprints differ (rules.md#fingerprints). If their fingerprints are equal, only the last
 * element counts.
 */
export class SharedAlerts {
  readonly #mapping: Mapping
  readonly #groups = new Map<CheckedElement, SharedAlertGroup>()

  constructor(mapping: Mapping, drafted: readonly CheckedElement[]) {
    this.#mapping = mapping
    const created = drafted.flatMap((each) =>
      'draft' in each.result ? [{ drafted: each, draft: each.result.draft }] : [],
    )
    for (const elements of groupBy(created, ({ draft }) => alertKey(draft)).values()) {
      if (elements.length === 1) continue
      const group = { elements, byFingerprint: groupBy(elements, ({ draft }) => fingerprintOf(draft)) }
      for (const each of elements) this.#groups.set(each.drafted, group)
    }
  }

  /** True if another element becomes the same alert as this one. */
  isShared(drafted: CheckedElement): boolean {
    return this.#groups.has(drafted)
  }

  /** Warnings about the other elements that become the same alert as this one. */
  warningsOf(drafted: CheckedElement): readonly string[] {
    const group = this.#groups.get(drafted)
    if (group === undefined || !('draft' in drafted.result)) return []
    const fingerprint = fingerprintOf(drafted.result.draft)
    const alike = group.byFingerprint.get(fingerprint) ?? []
    const unlike = group.elements.length - alike.length
    return [
      ...(alike.length === 1
        ? []
        : [
            `${this.#beginWarning(alike, alike.length - 1, (each) => each.drafted !== drafted)}, ${hidingReason(fingerprint)}`,
          ]),
      ...(unlike === 0
        ? []
        : [
            `${this.#beginWarning(group.elements, unlike, ({ draft }) => fingerprintOf(draft) !== fingerprint)}; ${FINGERPRINTS_DIFFER_MESSAGE}`,
          ]),
    ]
  }

  /**
   * Returns the beginning of a warning: the names of the first of these alerts, and the number of the others.
   *
   * @param count how many of the alerts in `among` satisfy `isIncluded`
   */
  #beginWarning(
    among: readonly CreatedElement[],
    count: number,
    isIncluded: (each: CreatedElement) => boolean,
  ): string {
    const named: string[] = []
    for (const each of among) {
      if (isIncluded(each)) named.push(this.#nameOf(each.drafted.alert))
      if (named.length === MAX_NAMED_ELEMENTS) break
    }
    const more = count > named.length ? ` and ${count - named.length} more` : ''
    return `${named.join(', ')}${more} ${count === 1 ? 'becomes' : 'become'} the same alert (environment, resource, event)`
  }

  #nameOf({ element }: MappedAlert): string {
    const place = writeElementPath(this.#mapping, element) || 'the payload'
    return element.index < 0 ? place : `${place} with N = ${element.index}`
  }
}

const FINGERPRINTS_DIFFER_MESSAGE = 'the fingerprints differ, so the alert is open until each of them has closed'

function hidingReason(fingerprint: string): string {
  const apart = 'map a field that differs between them to fingerprint, resource or event'
  if (fingerprint === '') return `and none of them has a fingerprint, so one hides the other: ${apart}`
  return `with the same fingerprint, so only the last one counts: if they are about different things, ${apart}`
}

function fingerprintOf({ fingerprint }: AlertDraft): string {
  return fingerprint ?? ''
}
