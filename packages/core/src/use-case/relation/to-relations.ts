import type { Dependencies } from '../../port/dependencies.js'
import { foldDrafts, type Relation, type RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'

/** Drafts as a store takes them: one per relation, with an id and the current time for those that are new. */
export function toRelations({ clock, newId }: Dependencies, drafts: readonly RelationDraft[]): readonly Relation[] {
  const now = timestamp(clock())
  return foldDrafts(drafts).map((draft) => ({ ...draft, id: newId(), createTime: now, updateTime: now }))
}
