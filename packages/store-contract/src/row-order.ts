import { compareNames } from '@opsgraph/core/store'

/** Sorts rows by id, to compare lists whose order the port does not guarantee. */
export function byId<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((left, right) => compareNames(left.id, right.id))
}
