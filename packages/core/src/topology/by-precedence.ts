import { compareNames } from '../name.js'
import type { Topology } from './topology.js'

/**
 * Orders topologies of one service so that the one by which the service is known comes first: the one of schemaVersion
 * 2, else the oldest by createTime, ties by id. Only trees of an earlier release can be several.
 */
export function byPrecedence(left: Topology, right: Topology): number {
  return (
    right.schemaVersion - left.schemaVersion ||
    compareNames(left.createTime, right.createTime) ||
    compareNames(left.id, right.id)
  )
}
