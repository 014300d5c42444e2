import { type DeclaredDraft, type DeclaredRelation, foldClaims } from '../../relation/relation-claim.js'
import { eachInSteps, type Steps } from '../../steps.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'

/** Making this many relations takes a few milliseconds; then the process can do other work. */
const RELATIONS_AT_ONCE = 5_000

/**
 * Converts drafts to relations with new ids. A draft without a time gets the current time. Drafts of the same claim are
 * merged.
 */
export async function toRelations(
  dependencies: Dependencies,
  drafts: readonly DeclaredDraft[],
): Promise<readonly DeclaredRelation[]> {
  return await runWithPauses(makeRelations(dependencies, drafts))
}

function* makeRelations(
  { clock, newId }: Dependencies,
  drafts: readonly DeclaredDraft[],
): Steps<readonly DeclaredRelation[]> {
  const now = timestamp(clock())
  const folded = yield* foldClaims(drafts)
  const made: DeclaredRelation[] = []
  yield* eachInSteps(folded, RELATIONS_AT_ONCE, ({ time = now, ...draft }) => {
    made.push({ ...draft, id: newId(), createTime: time, updateTime: time })
  })
  return made
}
