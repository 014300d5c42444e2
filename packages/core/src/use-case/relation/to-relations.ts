import { foldDrafts, type Relation, type RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/** Drafts in the form that stores accept: one per relation, with a new id and the current time. */
export function toRelations({ clock, newId }: Dependencies, drafts: readonly RelationDraft[]): readonly Relation[] {
  const now = timestamp(clock())
  return foldDrafts(drafts).map((draft) => ({ ...draft, id: newId(), createTime: now, updateTime: now }))
}
