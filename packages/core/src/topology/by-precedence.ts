import { compareNames } from '../name.js'
import type { Topology } from './topology.js'

/**
 * Sorts the topologies of one service by precedence: the one of schemaVersion 2 first, then the oldest by createTime,
 * then by id. Only trees of an earlier release can share a service.
 */
export function byPrecedence(left: Topology, right: Topology): number {
  return (
    right.schemaVersion - left.schemaVersion ||
    compareNames(left.createTime, right.createTime) ||
    compareNames(left.id, right.id)
  )
}
