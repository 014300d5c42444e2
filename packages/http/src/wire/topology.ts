import { createHash } from 'node:crypto'
import { LIMITS, type PagedList, type Topology } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { edge, newEdge, newNode, node } from './graph.js'
import { name, requiredName } from './name.js'
import { pagingOf } from './page.js'
import { time } from './stored.js'

const summary = {
  id: z.string(),
  name,
  description: z.string(),
  service: name,
  serviceKpi: z.string().nullable(),
  service_kpi: z.string().nullable().meta({ deprecated: true, description: 'serviceKpi, for older clients' }),
  orientation: z.enum(ORIENTATIONS),
  schemaVersion: z.literal([1, 2]),
  createTime: time,
  updateTime: time,
}

/** A stored topology (rules.md#topology-fields). */
export const topology = z
  .strictObject({ ...summary, nodes: z.array(node), edges: z.array(edge) })
  .meta({ id: 'Topology', description: 'The drawing of a service' })

/** A topology without its graph (rules.md#reading-topologies-7). */
export const topologySummary = z
  .strictObject(summary)
  .meta({ id: 'TopologySummary', description: 'A topology without its graph' })

type Summary = Omit<Topology, 'nodes' | 'edges'>

export function toTopology<Stored extends Summary>(stored: Stored) {
  return { ...stored, service_kpi: stored.serviceKpi }
}

/** The ETag header of a topology, which holds its version (rules.md#reading-topologies-4). */
export function toETag({ updateTime }: Summary): { readonly ETag: string } {
  return { ETag: `"${updateTime}"` }
}

export function bodyOfList<Stored extends Summary>(list: PagedList<Stored>) {
  return { status: 'ok' as const, topologies: list.items.map(toTopology), ...pagingOf(list) }
}

interface ListForm {
  /** Whether the page has no graphs. */
  readonly isSummary: boolean
  /** The version of opsgraph. */
  readonly release: string
}

/**
 * The ETag of a page of topologies. The `updateTime` of a topology identifies its version, so the tag needs no graphs:
 * a caller that has the current page gets 304 without a look at a graph. Another release may write the same topologies
 * in another form, so the tag contains the release, too.
 */
export function tagOfList(list: PagedList<Summary>, { isSummary, release }: ListForm): string {
  const versions = list.items.map(({ id, updateTime }) => [id, updateTime])
  const state = JSON.stringify([release, isSummary, versions, pagingOf(list)])
  return `"${createHash('sha256').update(state).digest('base64url')}"`
}

const changes = {
  name: requiredName.optional(),
  description: z.string().optional(),
  serviceKpi: name.nullable().optional(),
  service_kpi: name.nullable().optional().meta({ deprecated: true, description: 'serviceKpi, from older clients' }),
  orientation: z.enum(ORIENTATIONS).optional(),
  nodes: z.array(newNode).optional().meta({ maxItems: LIMITS.topologyNodes }),
  edges: z.array(newEdge).optional(),
}

/** The body of POST /api/service_topology; core validates it. */
export const newTopology = z
  .strictObject({
    ...changes,
    name: requiredName,
    description: z.string(),
    service: requiredName.meta({ description: 'Must not have a topology yet' }),
    orientation: z.enum(ORIENTATIONS).default('TB'),
  })
  .meta({
    id: 'NewTopology',
    dependentRequired: { edges: ['nodes'] },
    description: 'A topology without nodes gets a single service node',
    examples: [
      {
        name: 'Shop',
        description: 'What customers see',
        service: 'shop',
        orientation: 'TB',
        nodes: [
          { id: 'shop', kind: 'service', label: 'Shop' },
          { id: 'production', kind: 'environment', label: 'Production' },
          { id: 'db', kind: 'resource', label: 'database', icon: 'database' },
        ],
        edges: [
          { source: 'shop', target: 'production' },
          { source: 'production', target: 'db' },
        ],
      },
    ],
  })

/** The body of PUT /api/service_topology/<topology_id>; core validates it. */
export const topologyChanges = z
  .strictObject({
    ...changes,
    service: name.optional().meta({ description: 'Must equal the stored service' }),
    id: z.unknown().optional().meta({ description: 'Ignored' }),
    schemaVersion: z.unknown().optional().meta({ description: 'Ignored' }),
    createTime: z.unknown().optional().meta({ description: 'Ignored' }),
    updateTime: z.unknown().optional().meta({ description: 'Ignored' }),
  })
  .meta({
    id: 'TopologyChanges',
    examples: [{ name: 'The shop' }],
    description: 'nodes and edges are sent together and replace the whole graph',
    dependentRequired: { nodes: ['edges'], edges: ['nodes'] },
  })
