import { findEnvironments, type NodeEnvironment, SEVERAL } from '../derive-graph.js'
import type { DrawnNode } from '../graph.js'
import type { GraphIndex } from '../graph-index.js'
import { type GraphFault, type GraphIssue, nodeIssue } from '../graph-issue.js'

/**
 * Rules `resourceUnderService`, `resourceWithoutEnvironment`, `resourceInMultipleEnvironments` and `duplicateResource`:
 * a resource node is below exactly one environment but not directly below the service node, and an environment has at
 * most one node for each resource.
 */
export function resourceRule(index: GraphIndex): readonly GraphIssue[] {
  const issues: GraphIssue[] = []
  const environments = findEnvironments(index)
  const underService = new Set(index.children[index.service])
  const drawn = new Map<string, Set<string>>()
  for (const [number, node] of index.nodes.entries()) {
    if (node.kind !== 'resource' || index.duplicates.has(number)) continue
    if (underService.has(number)) issues.push(resourceIssue(node, number, UNDER_SERVICE))
    const fault = environmentFault(node, environments[number], drawn)
    if (fault !== undefined) issues.push(resourceIssue(node, number, fault))
  }
  return issues
}

const UNDER_SERVICE: GraphFault = {
  code: 'resourceUnderService',
  message: 'hangs directly from the service node; put it below an environment',
}
const UNREACHABLE: GraphFault = {
  code: 'resourceWithoutEnvironment',
  message: 'is not reachable from an environment node',
}
const SEVERAL_ENVIRONMENTS: GraphFault = {
  code: 'resourceInMultipleEnvironments',
  message: 'is below several environments; draw one node for each',
}

/**
 * Checks the environment of a node, and that no earlier node stands for the same resource. If there is no fault, adds
 * the resource to `drawn`.
 *
 * @param drawn the resources of the earlier nodes, by environment
 */
function environmentFault(
  { label }: DrawnNode,
  environment: NodeEnvironment,
  drawn: Map<string, Set<string>>,
): GraphFault | undefined {
  if (environment === undefined) return UNREACHABLE
  if (environment === SEVERAL) return SEVERAL_ENVIRONMENTS
  const resources = drawn.get(environment) ?? new Set()
  if (resources.has(label)) {
    const message = `stands for "${label}" in the environment "${environment}" again; use one node with several parents`
    return { code: 'duplicateResource', message, field: 'label' }
  }
  drawn.set(environment, resources.add(label))
  return undefined
}

function resourceIssue(node: DrawnNode, number: number, fault: GraphFault): GraphIssue {
  return nodeIssue(node, number, { ...fault, message: `the resource node ${node.id} ${fault.message}` })
}
