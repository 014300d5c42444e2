import fc from 'fast-check'
import type { DrawnNode, GraphInput, NodeKind } from '../../src/topology/graph.js'
import { name } from './name.js'

/**
 * A valid graph: one service node, some environments below it, and some resources in each environment. The parent of a
 * resource is an earlier resource of its environment, or the environment node.
 */
export function validGraph(): fc.Arbitrary<GraphInput> {
  const environment = fc.record({
    label: name(),
    resources: fc.uniqueArray(
      fc.record({ label: name(), parents: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) }),
      {
        selector: (resource) => resource.label,
        maxLength: 8,
      },
    ),
  })
  return fc
    .record({
      service: name(),
      environments: fc.uniqueArray(environment, { selector: (entry) => entry.label, maxLength: 3 }),
    })
    .map(({ service, environments }) => draw(service, environments))
}

interface DrawnEnvironment {
  readonly label: string
  readonly resources: readonly { readonly label: string; readonly parents: readonly number[] }[]
}

function draw(service: string, environments: readonly DrawnEnvironment[]): GraphInput {
  const nodes = [node('s', 'service', service)]
  const pairs: [string, string][] = []
  for (const [at, { label, resources }] of environments.entries()) {
    const top = `e${at}`
    nodes.push(node(top, 'environment', label))
    pairs.push(['s', top])
    for (const [number, resource] of resources.entries()) {
      nodes.push(node(`${top}r${number}`, 'resource', resource.label))
      const parents = resource.parents.map((parent) => parent % (number + 1))
      for (const parent of new Set(parents))
        pairs.push([parent === number ? top : `${top}r${parent}`, `${top}r${number}`])
    }
  }
  return { nodes, edges: pairs.map(([source, target], at) => ({ id: `edge-${at}`, source, target })) }
}

export function node(id: string, kind: NodeKind, label: string): DrawnNode {
  return { id, kind, label, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

export function edge(source: string, target: string) {
  return { id: `${source}->${target}`, source, target }
}
