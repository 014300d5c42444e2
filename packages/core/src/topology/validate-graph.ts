import { LIMITS } from '../limits.js'
import type { GraphIndex } from './graph-index.js'
import type { GraphIssue } from './graph-issue.js'
import { cycleRule } from './rule/cycle-rule.js'
import { resourceRule } from './rule/resource-rule.js'
import { edgeRule, environmentRule, idRule, serviceNodeRule } from './rule/shape-rules.js'

const RULES: readonly ((index: GraphIndex) => readonly GraphIssue[])[] = [
  idRule,
  edgeRule,
  serviceNodeRule,
  environmentRule,
  resourceRule,
  cycleRule,
]

/**
 * All faults of the graph as a whole, up to `LIMITS.issues` (rules.md#graph-validation). {@link readGraph} has already
 * checked that the nodes and edges are well-formed and that there is one service node.
 */
export function validateGraph(index: GraphIndex): readonly GraphIssue[] {
  return RULES.flatMap((rule) => rule(index)).slice(0, LIMITS.issues)
}
