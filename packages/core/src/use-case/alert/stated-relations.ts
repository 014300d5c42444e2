import type { AlertDraft } from '../../alert/alert.js'
import { isClosing } from '../../alert/receive.js'
import type { RelationKey } from '../../relation/relation.js'
import { claimKey, type DeclaredDraft, type RelationClaim } from '../../relation/relation-claim.js'

/**
 * Collects the relations that alerts and relation policies declare, while alerts are received one after another
 * (rules.md#relations-of-an-alert).
 */
export class DeclaredRelations {
  readonly #drafts = new Set<DeclaredDraft>()
  /**
   * The last parent that each origin has named for a resource. The keys consist of environment, resource and origin.
   */
  readonly #named = new Map<string, NamedParent>()
  /** The drafts of parents that a later parent of the same origin replaces. The keys are those of `#named`. */
  readonly #replaceable = new Map<string, DeclaredDraft[]>()
  readonly #now: string

  constructor(now: string) {
    this.#now = now
  }

  get drafts(): readonly DeclaredDraft[] {
    return [...this.#drafts]
  }

  /** The named parents, each of which replaces the parents that its origin named before. */
  get named(): readonly NamedParent[] {
    return [...this.#named.values()]
  }

  add(draft: DeclaredDraft): void {
    this.#drafts.add(draft)
  }

  /** Adds the relations of a received alert. If the alert is outdated, the caller must not call this method. */
  addAlert(alert: AlertDraft): void {
    for (const draft of relationsOfAlert(alert)) {
      this.add(draft)
      if (draft.isReplaceable) this.#name(draft, alert)
    }
  }

  /** Those of the stored claims that no received alert declares again. */
  replaced(stored: readonly RelationClaim[]): readonly RelationClaim[] {
    const declaredKeys = new Set(Array.from(this.#drafts, claimKey))
    return stored.filter((claim) => !declaredKeys.has(claimKey(claim)))
  }

  #name(draft: DeclaredDraft, alert: AlertDraft): void {
    const { environment, resource, parent, sourceRef } = draft
    if (sourceRef === null) return
    const key = JSON.stringify([environment, resource, sourceRef])
    const earlier = this.#replaceable.get(key)
    if (earlier === undefined) this.#replaceable.set(key, [draft])
    else earlier.push(draft)
    if (isClosing(alert, this.#now)) return
    for (const former of earlier ?? []) if (former.parent !== parent) this.#drafts.delete(former)
    this.#replaceable.set(key, [draft])
    this.#named.set(key, { environment, resource, parent, sourceRef })
  }
}

type NamedParent = RelationKey & { readonly sourceRef: string }

/**
 * The relations that an alert declares in `resourceParent` and `resourceChildren`. Ignores a resource that is named as
 * its own parent or child. The next `resourceParent` of the same origin replaces the `resourceParent` of this alert.
 */
export function relationsOfAlert(alert: AlertDraft): readonly DeclaredDraft[] {
  const { environment, resource, resourceParent, resourceChildren, origin } = alert
  const declaredFields = { environment, source: 'event', sourceRef: origin } as const
  const drafts: DeclaredDraft[] = resourceChildren.map((child) => ({
    ...declaredFields,
    resource: child,
    parent: resource,
  }))
  if (resourceParent !== null) {
    drafts.push({
      ...declaredFields,
      resource,
      parent: resourceParent,
      ...(origin !== null && { isReplaceable: true }),
    })
  }
  return drafts.filter(({ resource: child, parent }) => child !== parent)
}
