import type { Issue } from '../../issue.js'
import type { Graph } from '../graph.js'
import type { GraphCode } from '../graph-issue.js'
import type { Orientation } from '../topology.js'

/** The codes of a file of trees, besides those of the graphs that the trees are turned into. */
export const TREE_CODES = ['invalidJson', 'invalidFormat', 'invalidEntry', 'duplicateEntry', 'tooLarge'] as const
export type TreeCode = (typeof TREE_CODES)[number] | GraphCode
export type TreeIssue = Issue<TreeCode>

/** A topology of an earlier release, its tree turned into nodes and edges (rules.md#trees-of-an-earlier-release). */
export interface TreeEntry {
  /** `undefined` = the file names none. */
  readonly id: string | undefined
  readonly name: string
  readonly description: string
  readonly service: string
  readonly serviceKpi: string | null
  readonly orientation: Orientation
  /** Well-formed and laid out; it may break the rules of structure. */
  readonly graph: Graph
  /** The tree as it was, JSON. */
  readonly tree: string
}

/** The entries of a file; all of them unless there are issues. */
export interface TreeFile {
  readonly entries: readonly TreeEntry[]
  readonly issues: readonly TreeIssue[]
}
