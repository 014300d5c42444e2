import fc from 'fast-check'
import type { Alert } from '../src/alert/alert.js'
import { readAlert } from '../src/alert/read-alert.js'
import { createAlert } from '../src/alert/stored-alert.js'
import { withoutPauses } from '../src/steps.js'
import { NodeSuggester, type Suggestion } from '../src/topology/assignment/suggest-nodes.js'
import { deriveGraph } from '../src/topology/derive-graph.js'
import type { GraphInput } from '../src/topology/graph.js'
import { indexGraph } from '../src/topology/graph-index.js'
import { ORIENTATIONS, type Orientation, type Topology } from '../src/topology/topology.js'
import { validGraph } from './arbitrary/graph.js'
import { parentsByResource, takeWalk } from './arbitrary/relation.js'

export type Drawing = Pick<Topology, 'nodes' | 'edges' | 'orientation'>
/** The parents of each resource in rank order, by environment. */
export type Parents = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

export type Proposal = Pick<Suggestion, 'nodes' | 'edges'>

/** The input of a suggestion. */
export interface Scene {
  readonly topology: Drawing
  readonly alerts: readonly Alert[]
  readonly parents: Parents
}

/**
 * Generates a valid topology, alerts and a resource graph. The same names often occur in all three, and the resource
 * graph often has cycles.
 */
export function scene(): fc.Arbitrary<Scene> {
  const asked = fc.record({ environment: fc.nat(), resource: fc.nat(), resourceParent: fc.option(fc.nat()) })
  return fc
    .record({
      graph: validGraph(),
      orientation: fc.constantFrom(...ORIENTATIONS),
      hasEmptyEnvironment: fc.boolean(),
      asked: fc.array(asked, { maxLength: 12 }),
      relations: fc.array(parentsByResource(24), { minLength: 3, maxLength: 3 }),
    })
    .map(({ graph, orientation, hasEmptyEnvironment, asked: wishes, relations }) => {
      const topology = drawing(hasEmptyEnvironment ? withEmptyEnvironment(graph) : graph, orientation)
      const labels = (kind: string) => topology.nodes.filter((node) => node.kind === kind).map((node) => node.label)
      const environments = ['', 'Production', ...labels('environment'), 'lab']
      const names = [...labels('resource').slice(0, 9), ...Array.from({ length: 16 }, (_, at) => `n${at}`)]
      const nameOf = (number: number | string) => names[Number(number) % names.length] ?? ''
      return {
        topology,
        alerts: wishes.map(({ environment, resource, resourceParent }, at) =>
          alert(environments[environment % environments.length] ?? '', nameOf(resource), {
            id: `alert-${at}`,
            resourceParent: resourceParent === null ? null : nameOf(resourceParent),
          }),
        ),
        parents: new Map(
          environments.map((environment, at) => [environment, renamed(relations[at % relations.length], nameOf)]),
        ),
      }
    })
}

/** Turns a graph into the form of a stored topology, in which the nodes have all fields. */
export function drawing(graph: GraphInput, orientation: Orientation = 'TB'): Drawing {
  return { ...deriveGraph(indexGraph(graph)), orientation }
}

export function alert(
  environment: string,
  resource: string,
  { resourceParent = null, id = `${environment} ${resource}` }: { resourceParent?: string | null; id?: string } = {},
): Alert {
  const draft = { ...readAlert({ environment: 'e', resource, event: 'Down', severity: 'major' }), resourceParent }
  const stored = createAlert(draft, {
    now: '2026-01-01T00:00:00.000Z',
    newId: () => id,
    actor: 'test',
    source: 'origin:',
  })
  return { ...stored, environment, id }
}

/**
 * Returns the suggestion for a scene. Calls `ask` with each list of resources whose parents are looked up. Without
 * `limit`, the limit of the API applies.
 */
export function suggestNodes(
  { topology, alerts, parents }: Scene,
  ask: (environment: string, frontier: readonly string[]) => void = () => {},
  limit?: number,
): Suggestion {
  const suggester = new NodeSuggester(topology, alerts)
  for (const [environment, walk] of suggester.walks) {
    takeWalk(walk, parents.get(environment) ?? new Map(), (frontier) => ask(environment, frontier))
  }
  let ids = 0
  return withoutPauses(suggester.suggest(() => `new-${ids++}`, limit))
}

/** The topology with all suggested nodes and edges. */
export function withSuggestion({ nodes, edges, orientation }: Drawing, suggestion: Proposal) {
  return { nodes: [...nodes, ...suggestion.nodes], edges: [...edges, ...suggestion.edges], orientation }
}

/** The suggested edges as `[parent, child]`, by the labels of the nodes. */
export function pairs(topology: Drawing, suggestion: Proposal): readonly (readonly [string, string])[] {
  const { nodes } = withSuggestion(topology, suggestion)
  const label = new Map(nodes.map((node) => [node.id, node.label]))
  return suggestion.edges.map(({ source, target }) => [label.get(source) ?? '', label.get(target) ?? ''])
}

/** Gives the first environment the empty name. */
function withEmptyEnvironment({ nodes, edges }: GraphInput): GraphInput {
  return { nodes: nodes.map((node) => (node.id === 'e0' ? { ...node, label: '' } : node)), edges }
}

function renamed(parents: ReadonlyMap<string, readonly string[]> = new Map(), nameOf: (name: string) => string) {
  return new Map([...parents].map(([resource, above]) => [nameOf(resource), [...new Set(above.map(nameOf))]] as const))
}
