import { compareNames } from './name.js'

interface Created {
  readonly id: string
  readonly createTime: string
}

/**
 * Compares by createTime, and by id if the times are equal. Most lists have this order by default. Policies are applied
 * in this order, but alert policies by their `order` first.
 */
export function compareCreation(left: Created, right: Created): number {
  return compareNames(left.createTime, right.createTime) || compareNames(left.id, right.id)
}
