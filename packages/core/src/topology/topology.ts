import { compareNames } from '../name.js'
import type { Graph } from './graph.js'

export const ORIENTATIONS = ['TB', 'LR', 'CI'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** A topology: the graph of one service (rules.md#topology-fields). Times are ISO 8601 in UTC with milliseconds. */
export interface Topology extends Graph {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The service of a topology never changes. A service has at most one topology of schemaVersion 2. */
  readonly service: string
  readonly serviceKpi: string | null
  readonly orientation: Orientation
  /**
   * 2 = a topology of this release, with a valid graph; 1 = a tree of an earlier release. Such a tree was converted to
   * nodes and edges, but may break rules.
   */
  readonly schemaVersion: 1 | 2
  readonly createTime: string
  /** Increases with every save, so that it identifies a version. */
  readonly updateTime: string
}

/** A topology without its graph. Its `updateTime` also identifies the version of the graph. */
export type TopologySummary = Omit<Topology, keyof Graph>

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
