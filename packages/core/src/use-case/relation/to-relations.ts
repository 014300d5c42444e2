import { foldInSteps, type Relation, type RelationDraft } from '../../relation/relation.js'
import { eachInSteps, type Steps } from '../../steps.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'

/** Making this many relations takes a few milliseconds. */
const MADE_AT_ONCE = 5_000

/** Turns drafts into relations with new ids and the current time. Merges drafts of the same relation. */
export async function toRelations(
  dependencies: Dependencies,
  drafts: readonly RelationDraft[],
): Promise<readonly Relation[]> {
  return await runWithPauses(makeRelations(dependencies, drafts))
}

function* makeRelations({ clock, newId }: Dependencies, drafts: readonly RelationDraft[]): Steps<readonly Relation[]> {
  const now = timestamp(clock())
  const folded = yield* foldInSteps(drafts)
  const made: Relation[] = []
  yield* eachInSteps(folded, MADE_AT_ONCE, (draft) => {
    made.push({ ...draft, id: newId(), createTime: now, updateTime: now })
  })
  return made
}
