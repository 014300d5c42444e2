import type { Relation } from '@opsgraph/core'
import { compareKeys, type RelationKey } from '@opsgraph/core/store'
import type { KeptRows } from './store-harness.js'

/** The row that `peek` must return for a relation. */
export function keptRelation({ environment, resource, parent, source, sourceRef }: Relation): KeptRows['relation'] {
  return { environment, resource, parent, source, sourceRef }
}

/** Sorts rows, to compare rows whose order is not guaranteed. */
export function byKey<Row extends RelationKey>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(compareKeys)
}
