import { compareKeys, type Relation, type RelationKey } from '@opsgraph/core'
import type { KeptRows } from './store-harness.js'

/** What a look behind the store must tell of a relation. */
export function keptRelation({ environment, resource, parent, source, sourceRef }: Relation): KeptRows['relation'] {
  return { environment, resource, parent, source, sourceRef }
}

/** The rows in one order, so that rows in no promised order can be compared. */
export function byKey<Row extends RelationKey>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(compareKeys)
}
