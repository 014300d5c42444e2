import { compareNames } from '../name.js'
import type { Topology } from './topology.js'

type Ranked = Pick<Topology, 'id' | 'schemaVersion' | 'createTime'>

/**
 * Sorts the topologies of one service by precedence: first the topology of schemaVersion 2, then the other topologies,
 * oldest createTime first. Topologies with equal times are sorted by id. Only trees of an earlier release can have the
 * same service as another topology.
 */
export function byPrecedence(left: Ranked, right: Ranked): number {
  return (
    right.schemaVersion - left.schemaVersion ||
    compareNames(left.createTime, right.createTime) ||
    compareNames(left.id, right.id)
  )
}
