import { foldDrafts, type Relation, type RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/** Turns drafts into relations with new ids and the current time. Merges drafts of the same relation. */
export function toRelations({ clock, newId }: Dependencies, drafts: readonly RelationDraft[]): readonly Relation[] {
  const now = timestamp(clock())
  return foldDrafts(drafts).map((draft) => ({ ...draft, id: newId(), createTime: now, updateTime: now }))
}
