import { compareNames } from '@opsgraph/core/store'

/** Sorts rows, to compare rows whose order is not guaranteed. */
export function byId<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((left, right) => compareNames(left.id, right.id))
}

/** Compares in the default order of most lists: createTime, ties by id. */
export function compareCreation<Row extends { readonly id: string; readonly createTime: string }>(
  left: Row,
  right: Row,
): number {
  return compareNames(left.createTime, right.createTime) || compareNames(left.id, right.id)
}
