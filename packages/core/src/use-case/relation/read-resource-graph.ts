import { BodyReader } from '../../body-reader.js'
import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import { inRankOrder } from '../../relation/rank-order.js'
import type { Relation, ResourceKey } from '../../relation/relation.js'
import type { TraversalEntry } from '../../relation/traversal.js'
import type { Direction } from '../../relation/walk.js'
import type { Dependencies } from '../dependencies.js'
import { walkAlong } from './traverse.js'

export const GRAPH_DIRECTIONS = ['ancestors', 'descendants', 'both'] as const
export type GraphDirection = (typeof GRAPH_DIRECTIONS)[number]

export interface ResourceGraphQuery {
  readonly resource: string
  readonly environment?: string
  readonly direction?: GraphDirection
  /** Levels to walk. */
  readonly depth?: number
}

export interface ResourceGraph extends ResourceKey {
  readonly parents: readonly Relation[]
  readonly children: readonly Relation[]
  /** Absent if the direction is `descendants`. */
  readonly ancestors?: readonly TraversalEntry[]
  /** Absent if the direction is `ancestors`. */
  readonly descendants?: readonly TraversalEntry[]
}

/**
 * Reads what a resource depends on and what depends on it, nearest first (rules.md#reading-the-graph).
 *
 * @throws OpsgraphError `invalid` if `resource` is missing, or `depth` is not a whole number from 1 to 20
 */
export async function readResourceGraph(
  { store, graphMemory }: Dependencies,
  query: ResourceGraphQuery,
): Promise<ResourceGraph> {
  const { direction = 'both', depth = LIMITS.graphDepth.default } = query
  const reader = new BodyReader(query)
  const resource = reader.requiredName('resource')
  const environment = reader.name('environment') ?? ''
  if (!GRAPH_DIRECTIONS.includes(direction)) throw invalid(`direction must be one of ${GRAPH_DIRECTIONS.join(', ')}`)
  const { min, max } = LIMITS.graphDepth
  if (!Number.isInteger(depth) || depth < min || depth > max) {
    throw invalid(`depth must be a whole number from ${min} to ${max}`)
  }
  return await store.snapshot(async (parts) => {
    const [around, lookup] = await Promise.all([
      parts.relations.around(environment, resource),
      graphMemory.at(parts, [environment]),
    ])
    const parents = inRankOrder(around.parents, 'parent')
    const children = inRankOrder(around.children, 'resource')
    const walk = (way: Direction, nearest: readonly string[]) =>
      walkAlong(lookup, { direction: way, environment, resource, nearest, depth })
    const up = parents.map((relation) => relation.parent)
    const down = children.map((relation) => relation.resource)
    return {
      environment,
      resource,
      parents,
      children,
      ...(direction !== 'descendants' && { ancestors: await walk('parents', up) }),
      ...(direction !== 'ancestors' && { descendants: await walk('children', down) }),
    }
  })
}
