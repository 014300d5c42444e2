import { z } from 'zod'
import { pause } from '#platform'
import { sortInSteps } from '../../impact/sorting.js'
import { LIMITS } from '../../limits.js'
import type { RelationStore } from '../../port/relation-store.js'
import { compareByRank, type Relation, type ResourceKey } from '../../relation/relation.js'
import type { TraversalEntry } from '../../relation/traversal.js'
import type { Direction } from '../../relation/walk.js'
import { define, NAME, REQUIRED_NAME } from '../../schema/field.js'
import { readBody } from '../../schema/read-body.js'
import { resolveName } from '../alias/resolve-names.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import type { GraphLookup, WalkRoute } from './graph-lookup.js'
import { findCut, type WalkCut, walkAlong } from './traverse.js'

export const GRAPH_DIRECTIONS = ['ancestors', 'descendants', 'both'] as const
export type GraphDirection = (typeof GRAPH_DIRECTIONS)[number]

const { min, max, default: usualDepth } = LIMITS.graphDepth
const DEPTH_FAULT = { error: `must be a whole number from ${min} to ${max}` }

const QUERY_SCHEMA = /* @__PURE__ */ define(() =>
  z.object({
    resource: REQUIRED_NAME,
    environment: NAME.nullish(),
    direction: z.enum(GRAPH_DIRECTIONS).nullish(),
    /** The maximum number of levels. */
    depth: z.int(DEPTH_FAULT).min(min, DEPTH_FAULT).max(max, DEPTH_FAULT).nullish(),
  }),
)
export type ResourceGraphQuery = Readonly<z.input<typeof QUERY_SCHEMA>>

/** `cut` is true if a larger `depth` would give further resources. */
export interface ResourceGraph extends ResourceKey, WalkCut {
  readonly parents: readonly Relation[]
  readonly children: readonly Relation[]
  /** The resources above; absent if the direction is `descendants`. */
  readonly ancestors?: readonly TraversalEntry[]
  /** The resources below; absent if the direction is `ancestors`. */
  readonly descendants?: readonly TraversalEntry[]
}

/**
 * Reads the ancestors and the descendants of a resource, the nearest to it first (rules.md#reading-the-graph).
 *
 * @throws OpsgraphError `invalid` if `resource` is missing, `direction` is unknown, or `depth` is not a whole number
 *   from 1 to 20
 */
export async function readResourceGraph(dependencies: Dependencies, query: ResourceGraphQuery): Promise<ResourceGraph> {
  const { resource, environment, direction, depth } = readBody(QUERY_SCHEMA, query)
  const wanted = {
    ...{ environment: environment ?? '', resource },
    ...{ direction: direction ?? 'both', depth: depth ?? usualDepth },
  }
  const graph = await readWantedGraph(dependencies, wanted)
  // No relation names an alias, so only a name without relations can be an alias.
  if (graph.parents.length + graph.children.length > 0) return graph
  const meant = await resolveName(dependencies.store, wanted)
  return meant === wanted.resource ? graph : await readWantedGraph(dependencies, { ...wanted, resource: meant })
}

async function readWantedGraph({ store, graphMemory }: Dependencies, wanted: WantedGraph): Promise<ResourceGraph> {
  // At depth 1, one statement reads all direct relations. Only `cut` needs further reads, to find out whether the
  // neighbors have further relations. These need not see the same state of the store, so no snapshot is opened.
  if (wanted.depth === 1) return await readGraph(store.relations, store.relations, wanted)
  return await store.snapshot(async (parts) => {
    // `graphMemory.at` is called first, so that its statement is sent before the statement for the direct relations. A
    // walk in memory can then run while the store still reads the direct relations.
    const lookup = graphMemory.at(parts, [wanted.environment])
    return await readGraph(parts.relations, lookup, wanted)
  })
}

interface WantedGraph extends ResourceKey {
  readonly direction: GraphDirection
  readonly depth: number
}

async function readGraph(
  relations: RelationStore,
  lookup: GraphLookup | Promise<GraphLookup>,
  { direction, ...route }: WantedGraph,
): Promise<ResourceGraph> {
  const around = readDirectRelations(relations, route)
  const walk = async (way: Direction, nearest: (near: DirectRelations) => readonly string[]) => {
    const found = await lookup
    const entries = await walkAlong(found, {
      ...route,
      direction: way,
      readDirectNeighbors: async () => nearest(await around),
    })
    // Pauses, because a walk can reach 100,000 resources without a pause.
    await pause()
    return { entries, ...(await findRouteCut(found, { ...route, direction: way }, entries)) }
  }
  const walkBothWays = async () => {
    const up =
      direction === 'descendants'
        ? undefined
        : await walk('parents', ({ parents }) => parents.map((relation) => relation.parent))
    const down =
      direction === 'ancestors'
        ? undefined
        : await walk('children', ({ children }) => children.map((relation) => relation.resource))
    return {
      ...(up && { ancestors: up.entries }),
      ...(down && { descendants: down.entries }),
      cut: (up?.cut ?? false) || (down?.cut ?? false),
      cutAt: [...new Set([...(up?.cutAt ?? []), ...(down?.cutAt ?? [])])].slice(0, LIMITS.cutAt),
    }
  }
  const [near, reached] = await Promise.all([around, walkBothWays()])
  return { environment: route.environment, resource: route.resource, ...near, ...reached }
}

async function findRouteCut(
  lookup: GraphLookup,
  { environment, resource, direction, depth }: WalkRoute,
  entries: readonly TraversalEntry[],
): Promise<WalkCut> {
  const ends = entries.filter((entry) => entry.depth === depth).map((entry) => entry.resource)
  if (ends.length === 0) return { cut: false, cutAt: [] }
  const reached = new Set([resource, ...entries.map((entry) => entry.resource)])
  return await findCut(lookup, { environment, direction, ends, hasReached: (name) => reached.has(name) })
}

/** The direct relations of a resource, in rank order. */
type DirectRelations = Pick<ResourceGraph, 'parents' | 'children'>

async function readDirectRelations(
  relations: RelationStore,
  { environment, resource }: ResourceKey,
): Promise<DirectRelations> {
  const { parents, children } = await relations.around(environment, resource)
  return {
    parents: await runWithPauses(sortInSteps(parents, compareByRank('parent'))),
    children: await runWithPauses(sortInSteps(children, compareByRank('resource'))),
  }
}
