import { compareNames } from '../name.js'
import type { Topology } from './topology.js'

type Ranked = Pick<Topology, 'id' | 'schemaVersion' | 'createTime'>

/**
 * Sorts the topologies of one service by precedence: first the topology of schemaVersion 2, then the topologies of
 * schemaVersion 1 (trees of an earlier release), oldest createTime first. Topologies with equal times are sorted by id.
 * A service has at most one topology of schemaVersion 2, but may have several of schemaVersion 1.
 */
export function byPrecedence(left: Ranked, right: Ranked): number {
  return (
    right.schemaVersion - left.schemaVersion ||
    compareNames(left.createTime, right.createTime) ||
    compareNames(left.id, right.id)
  )
}
