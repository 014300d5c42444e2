import type { DrawnNode, GraphInput, NodeKind } from '@opsgraph/core'
import { deriveGraph, indexGraph } from '@opsgraph/core/pure'
import fc from 'fast-check'
import type { DrawnTopology } from '../src/drawn-topology.js'

/**
 * A valid graph: one service node, some environments below it, and some resources in each environment. The parent of a
 * resource is an earlier resource of its environment, or the environment node.
 */
export function validGraph(): fc.Arbitrary<GraphInput> {
  const resource = fc.record({ label: label(), parents: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) })
  const environment = fc.record({ label: label(), resources: fc.array(resource, { maxLength: 8 }) })
  return fc.record({ service: label(), environments: fc.array(environment, { maxLength: 3 }) }).map((drawn) => {
    const nodes = [node('s', 'service', drawn.service)]
    const edges: GraphInput['edges'][number][] = []
    for (const [at, { label, resources }] of drawn.environments.entries()) {
      const ids = [`e${at}`, ...resources.map((_, number) => `e${at}r${number}`)]
      nodes.push(node(`e${at}`, 'environment', `${label} ${at}`))
      edges.push(edge('s', `e${at}`))
      for (const [number, { label, parents }] of resources.entries()) {
        const id = `e${at}r${number}`
        nodes.push(node(id, 'resource', `${label} ${number}`))
        const above = new Set(parents.map((parent) => ids[parent % (number + 1)] ?? ''))
        for (const parent of above) edges.push(edge(parent, id))
      }
    }
    return { nodes, edges }
  })
}

export function node(id: string, kind: NodeKind, label: string): DrawnNode {
  return { id, kind, label, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

export function edge(source: string, target: string) {
  return { id: `${source}->${target}`, source, target }
}

/** Generates a graph in which a resource has up to `parents` additional parents among the resources before it. */
export function crowd(count: number, parents: number): GraphInput {
  const resources = Array.from({ length: count }, (_, at) => node(`r${at}`, 'resource', `r${at}`))
  const edges = resources.flatMap((_, at) => [
    edge(at < 8 ? 'p' : `r${at >> 2}`, `r${at}`),
    ...Array.from({ length: at < 8 ? 0 : parents }, (_, more) =>
      edge(`r${(at * (7 + 4 * more)) % (at >> 1)}`, `r${at}`),
    ),
  ])
  return {
    nodes: [node('s', 'service', 's'), node('p', 'environment', 'P'), ...resources],
    edges: [edge('s', 'p'), ...edges],
  }
}

export function topologyOf(graph: GraphInput): DrawnTopology {
  return { name: 'T', service: 's', orientation: 'TB', ...deriveGraph(indexGraph(graph)) }
}

// Helpers

function label(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('web-1', 'checkout', '__proto__', '-'), fc.string({ unit: 'binary', maxLength: 20 }))
}
