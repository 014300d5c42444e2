import { compareNames, type SortOrder } from '@opsgraph/core/store'

/** The value of a row in a column, or a list if a row can have several values in the column. */
export type Shown = string | number | null | readonly string[]

interface Sortable<Row> {
  readonly rows: readonly Row[]
  readonly show: (row: Row) => Shown
  /** Whether `null` must come last. If not, `null` may come first or last. */
  readonly nullsLast: boolean
}

/** Returns the ascending and the descending order by each of these columns. */
export function bothDirections<Column extends string>(columns: readonly Column[]): readonly SortOrder<Column>[] {
  return columns.flatMap((column) => [
    { column, descending: false },
    { column, descending: true },
  ])
}

/**
 * Returns all orders in which a store may return the rows, each as a list of ids. In a descending order, ties may be
 * sorted by id in either direction.
 */
export function acceptedOrders<Row extends { readonly id: string }>(
  { rows, show, nullsLast }: Sortable<Row>,
  descending: boolean,
): readonly (readonly string[])[] {
  const sign = descending ? -1 : 1
  const tieSigns = descending ? [1, -1] : [1]
  return tieSigns.flatMap((tieSign) => {
    const byId = (left: Row, right: Row) => tieSign * compareNames(left.id, right.id)
    const nulls = rows.filter((row) => show(row) === null).toSorted(byId)
    const others = rows
      .filter((row) => show(row) !== null)
      .toSorted((left, right) => sign * compareShown(show(left), show(right)) || byId(left, right))
    const orders = nullsLast
      ? [[...others, ...nulls]]
      : [
          [...others, ...nulls],
          [...nulls, ...others],
        ]
    return orders.map((order) => order.map((row) => row.id))
  })
}

function compareShown(left: Shown, right: Shown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareNames(String(left), String(right))
}
