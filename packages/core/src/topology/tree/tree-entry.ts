import type { Issue } from '../../issue.js'
import type { Graph } from '../graph.js'
import type { GraphCode } from '../graph-issue.js'
import type { Orientation } from '../topology.js'

/** The codes for faults of a file of trees, in addition to the codes for faults of graphs. */
export const TREE_CODES = ['invalidJson', 'invalidFormat', 'invalidEntry', 'duplicateEntry', 'tooLarge'] as const
export type TreeCode = (typeof TREE_CODES)[number] | GraphCode
export type TreeIssue = Issue<TreeCode>

/**
 * A topology of an earlier release, with its tree converted to nodes and edges (rules.md#trees-of-an-earlier-release).
 */
export interface TreeEntry {
  /** The id in the file; `undefined` = the entry has no id. */
  readonly id: string | undefined
  readonly name: string
  readonly description: string
  readonly service: string
  readonly serviceKpi: string | null
  readonly orientation: Orientation
  /** A well-formed graph with a position for every node. The graph may break rules about its structure. */
  readonly graph: Graph
  /** The original tree, as JSON. */
  readonly tree: string
}

/** The entries of a file; complete only if there are no issues. */
export interface TreeFile {
  readonly entries: readonly TreeEntry[]
  readonly issues: readonly TreeIssue[]
}
