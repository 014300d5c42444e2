import { compareNames } from '../name.js'
import { eachInSteps, type Steps } from '../steps.js'
import { mergeRelation, type Precedence, type Relation, type RelationDraft, relationKey } from './relation.js'
import { type RelationSource, rankOf } from './relation-source.js'

/**
 * What one source declares about a relation (rules.md#relation-claims). A stored relation has at least one claim; it
 * shows the source and the sourceRef of one of them.
 */
export interface RelationClaim extends RelationDraft {
  /** When this source first declared the relation. */
  readonly firstTime: string
  /** When this source last declared the relation. */
  readonly lastTime: string
  /**
   * True if only the `resourceParent` of alerts declares the relation, not the `resourceChildren`. The next
   * `resourceParent` of the same origin replaces such a claim (rules.md#relations-of-an-alert-5).
   */
  readonly isReplaceable: boolean
}

/** The sources that do not confirm their relations regularly. Their claims are never stale. */
export const SOURCES_THAT_NEVER_EXPIRE: readonly RelationSource[] = ['manual', 'topology']

/** A relation that a source declares. */
export type DeclaredRelation = Relation & OptionallyReplaceable
/** A relation that a source declares, before the relation has an id. */
export type DeclaredDraft = RelationDraft & OptionallyReplaceable & { readonly time?: string }

interface OptionallyReplaceable {
  /** The value of `RelationClaim.isReplaceable`; default: false. */
  readonly isReplaceable?: boolean
}

/** Converts the key of a claim to a text. Equal texts mean the same claim. */
export function claimKey(claim: RelationDraft): string {
  return `${relationKey(claim)}\u0000${claim.source}${claim.sourceRef === null ? '' : `:${claim.sourceRef}`}`
}

/**
 * The claim that a source makes by declaring a relation.
 *
 * @param stored the claim that the source has made before, which is confirmed; `undefined` = none
 */
export function claimOf(stated: DeclaredRelation, stored?: RelationClaim): RelationClaim {
  const { id: _, createTime, updateTime, isReplaceable = false, ...claim } = stated
  return {
    ...claim,
    firstTime: stored?.firstTime ?? createTime,
    lastTime: updateTime,
    isReplaceable: isReplaceable && stored?.isReplaceable !== false,
  }
}

/**
 * Keeps only the last draft of each claim. The result is sorted by the key of the relation, so that concurrent writers
 * lock rows in the same order and do not deadlock. Claims of one relation stay in the order of arrival. Yields for
 * pauses.
 */
export function* foldClaims(drafts: readonly DeclaredDraft[]): Steps<readonly DeclaredDraft[]> {
  const byClaim = new Map<string, DeclaredDraft>()
  yield* eachInSteps(drafts, FOLDED_AT_ONCE, (draft) => {
    const key = claimKey(draft)
    const earlier = byClaim.get(key)
    if (earlier !== undefined) byClaim.delete(key)
    const isLasting = earlier !== undefined && earlier.isReplaceable !== true
    byClaim.set(key, isLasting ? { ...draft, isReplaceable: false } : draft)
  })
  const entries = Array.from(byClaim.values(), (draft) => [relationKey(draft), draft] as const)
  return entries.sort(([left], [right]) => (left < right ? -1 : Number(left > right))).map(([, draft]) => draft)
}

/** Yields after this many drafts, which take a few milliseconds. */
const FOLDED_AT_ONCE = 5_000

/**
 * Merges the relations that several sources declare into one relation for each key, as if they arrived one after the
 * other.
 *
 * @param stated relations with the same key must be adjacent
 */
export function foldStated(stated: readonly DeclaredRelation[], precedence: Precedence): readonly Relation[] {
  const folded: Relation[] = []
  for (const { isReplaceable: _, ...relation } of stated) {
    const last = folded.at(-1)
    if (last !== undefined && isSameRelation(last, relation)) {
      folded[folded.length - 1] = mergeRelation(last, relation, precedence)
    } else folded.push(relation)
  }
  return folded
}

function isSameRelation(one: Relation, other: Relation): boolean {
  return one.resource === other.resource && one.parent === other.parent && one.environment === other.environment
}

/**
 * The relation after the claim that it shows was withdrawn: it then shows the strongest of the other claims.
 * `undefined` if there are no other claims, so that the relation must be removed.
 */
export function uncover(relation: Relation, others: readonly RelationClaim[], now: string): Relation | undefined {
  const [next] = others.toSorted(compareClaims)
  return next && { ...relation, source: next.source, sourceRef: next.sourceRef, updateTime: now }
}

/** Sorts the claims of a relation: the claim that the relation shows comes first, then the others, strongest first. */
export function strongestFirst(relation: Relation, claims: readonly RelationClaim[]): readonly RelationClaim[] {
  const isShown = ({ source, sourceRef }: RelationClaim) =>
    source === relation.source && sourceRef === relation.sourceRef
  return claims.toSorted((one, other) => Number(isShown(other)) - Number(isShown(one)) || compareClaims(one, other))
}

/** Compares claims by rank, then by time (the newest first), then by sourceRef. */
function compareClaims(one: RelationClaim, other: RelationClaim): number {
  return (
    rankOf(one.source) - rankOf(other.source) ||
    compareNames(other.lastTime, one.lastTime) ||
    compareNames(one.sourceRef ?? '', other.sourceRef ?? '') ||
    Number(one.sourceRef !== null) - Number(other.sourceRef !== null)
  )
}
