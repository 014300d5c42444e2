import { foldClaims, type StatedDraft, type StatedRelation } from '../../relation/relation-claim.js'
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
  drafts: readonly StatedDraft[],
): Promise<readonly StatedRelation[]> {
  return await runWithPauses(makeRelations(dependencies, drafts))
}

function* makeRelations(
  { clock, newId }: Dependencies,
  drafts: readonly StatedDraft[],
): Steps<readonly StatedRelation[]> {
  const now = timestamp(clock())
  const folded = yield* foldClaims(drafts)
  const made: StatedRelation[] = []
  yield* eachInSteps(folded, RELATIONS_AT_ONCE, ({ time = now, ...draft }) => {
    made.push({ ...draft, id: newId(), createTime: time, updateTime: time })
  })
  return made
}
