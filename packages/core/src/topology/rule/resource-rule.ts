import { type Belonging, environmentsOf, SEVERAL } from '../environments-of.js'
import type { GraphIndex } from '../graph-index.js'
import { type GraphCode, type GraphIssue, graphIssue } from '../graph-issue.js'
import type { DrawnNode } from '../node.js'

/**
 * resourceUnderService, resourceWithoutEnvironment, resourceInMultipleEnvironments, duplicateResource: a resource node
 * stands below exactly one environment, and only once.
 */
export function resourceRule(index: GraphIndex): readonly GraphIssue[] {
  const issues: GraphIssue[] = []
  const belongings = environmentsOf(index)
  const underService = new Set(index.children[index.service])
  const drawn = new Map<string, Set<string>>()
  for (const [number, node] of index.nodes.entries()) {
    if (node.kind !== 'resource' || index.duplicates.has(number)) continue
    if (underService.has(number)) {
      issues.push(
        nodeIssue(node, 'resourceUnderService', 'hangs directly from the service node; put it below an environment'),
      )
    }
    const issue = placeIssue(node, belongings[number], drawn)
    if (issue !== undefined) issues.push(issue)
  }
  return issues
}

/** What is wrong with the node's environment; `drawn` holds the resources of the nodes before it, by environment. */
function placeIssue(node: DrawnNode, environment: Belonging, drawn: Map<string, Set<string>>): GraphIssue | undefined {
  if (environment === undefined) {
    return nodeIssue(node, 'resourceWithoutEnvironment', 'is not reachable from an environment node')
  }
  if (environment === SEVERAL) {
    return nodeIssue(node, 'resourceInMultipleEnvironments', 'is below several environments; draw one node for each')
  }
  const resources = drawn.get(environment) ?? new Set()
  if (resources.has(node.label)) {
    const what = `stands for "${node.label}" in the environment "${environment}" again; use one node with several parents`
    return nodeIssue(node, 'duplicateResource', what)
  }
  drawn.set(environment, resources.add(node.label))
  return undefined
}

function nodeIssue(node: DrawnNode, code: GraphCode, what: string): GraphIssue {
  return graphIssue(code, `nodes[${node.id}]`, `the resource node ${node.id} ${what}`)
}
