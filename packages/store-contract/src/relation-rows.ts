import type { Relation } from '@opsgraph/core'
import { compareKeys, type RelationKey } from '@opsgraph/core/store'
import type { KeptRows } from './store-harness.js'

/** Returns the row that `peek` must return for this relation. */
export function keptRelation({ environment, resource, parent, source, sourceRef }: Relation): KeptRows['relation'] {
  return { environment, resource, parent, source, sourceRef }
}

/** Sorts rows by key, to compare lists whose order the port does not guarantee. */
export function byKey<Row extends RelationKey>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(compareKeys)
}
