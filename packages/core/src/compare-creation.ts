import { compareNames } from './name.js'

interface Created {
  readonly id: string
  readonly createTime: string
}

/**
 * Compares by createTime, then id. Most lists have this order by default. It is also the order in which policies are
 * applied, except that alert policies are compared by `order` first.
 */
export function compareCreation(left: Created, right: Created): number {
  return compareNames(left.createTime, right.createTime) || compareNames(left.id, right.id)
}
