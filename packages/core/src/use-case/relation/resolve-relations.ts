import type { StoreParts } from '../../port/store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { Faults } from '../../schema/body-error.js'
import { endsOf, resolveNames } from '../alias/resolve-names.js'

/**
 * Replaces aliases in relations (rules.md#aliases-4).
 *
 * @param pathOf returns the beginning of the path of a relation in the body, such as `relations[3].`
 * @throws OpsgraphError `invalid` if both ends of a relation are names of the same resource
 */
export async function resolveRelations(
  parts: Pick<StoreParts, 'aliases'>,
  drafts: readonly RelationDraft[],
  pathOf: (index: number) => string,
): Promise<readonly RelationDraft[]> {
  const names = await resolveNames(parts, endsOf(drafts))
  if (names.isEmpty) return drafts
  const faults = new Faults()
  const resolved = drafts.map((draft, index) => {
    const relation = names.relation(draft)
    if (relation.resource === relation.parent) {
      const { resource } = relation
      faults.add(
        `${pathOf(index)}parent`,
        `must differ from resource: ${draft.resource} and ${draft.parent} are names of ${resource}`,
      )
    }
    return relation
  })
  faults.throwIfAny()
  return resolved
}
