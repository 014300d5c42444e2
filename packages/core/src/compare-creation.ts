import { compareNames } from './name.js'

interface Created {
  readonly id: string
  readonly createTime: string
}

/**
 * Compares by createTime, and by id if the times are equal. This is the default order of most lists, and the order in
 * which policies are applied.
 */
export function compareCreation(left: Created, right: Created): number {
  return compareNames(left.createTime, right.createTime) || compareNames(left.id, right.id)
}
