import { expect } from 'vitest'
import { TestServer } from '../../packages/http/test/test-server.js'
import type { GraphCommand } from '../../packages/use-case-contract/src/graph-command.js'
import { KEY, send } from './load.js'
import type { Step } from './writers.js'

/**
 * A command, and the place of the database that it changes. A place is an environment with its own services and
 * sources, so that commands in different places do not affect each other.
 */
export interface PlacedCommand {
  readonly place: string
  readonly command: GraphCommand
}

/** Returns the request that sends a command. */
export function buildRequest({ place, command }: PlacedCommand): Step {
  const at = { environment: place }
  switch (command.kind) {
    case 'import': {
      const query = new URLSearchParams({ source: `${command.source}-${place}`, mode: command.mode, ...at })
      const json = command.file.map((record) => ({
        ...record,
        services: record.services.map((service) => `${service}-${place}`),
      }))
      return { method: 'POST', path: `/api/resources/import?${query}`, json }
    }
    case 'put': {
      const { kind: _, ...relation } = command
      const json = { ...relation, ...at, sourceRef: `${command.sourceRef}-${place}` }
      return { method: 'POST', path: '/api/resources/relations', json }
    }
    case 'delete': {
      const { resource, parent } = command
      return { method: 'DELETE', path: `/api/resources/relations?${new URLSearchParams({ ...at, resource, parent })}` }
    }
    case 'alert': {
      const { kind: _, ...alert } = command
      return { method: 'POST', path: '/api/alert', json: { ...at, event: 'Down', ...alert } }
    }
    case 'rename': {
      const { kind: _, ...renaming } = command
      return { method: 'POST', path: '/api/resources/rename', json: { ...at, ...renaming } }
    }
    case 'alias': {
      const query = new URLSearchParams({ ...at, alias: command.alias })
      return { method: 'PUT', path: `/api/resources/alias?${query}`, json: { resource: command.resource } }
    }
    case 'unalias':
      return {
        method: 'DELETE',
        path: `/api/resources/alias?${new URLSearchParams({ ...at, alias: command.alias })}`,
      }
    case 'decommission':
      return { method: 'POST', path: '/api/resources/decommission', json: { ...at, resources: [command.resource] } }
  }
}

/** The data in a place of a database, without ids and times. */
export type GraphState = Readonly<Record<string, unknown>>

/** The HTTP status of the answer to each command, and the data that is stored afterwards. */
export interface Outcome {
  readonly statuses: readonly number[]
  readonly state: GraphState
}

/** Returns the expected outcome of commands: the one of a server in memory that gets them one after the other. */
export async function computeExpected(commands: readonly PlacedCommand[], place: string): Promise<Outcome> {
  const server = new TestServer({ adminKey: KEY })
  await server.start()
  try {
    const statuses: number[] = []
    for (const command of commands) statuses.push((await send(server.url, buildRequest(command))).status)
    return { statuses, state: await readState(server.url, place) }
  } finally {
    await server.stop()
  }
}

/**
 * Reads a place of a database over HTTP. Checks that the graph in memory, which answers walks, contains the stored
 * relations.
 */
export async function readState(url: string, place: string): Promise<GraphState> {
  const get = async <Body>(path: string, query: Readonly<Record<string, string>> = {}): Promise<Body> => {
    const { status, body } = await send(url, { method: 'GET', path: `${path}?${new URLSearchParams(query)}` })
    expect([status, body]).toMatchObject([200, {}])
    return body as Body
  }
  const at = { environment: place }
  const topologies: Topology[] = []
  for (const service of SERVICES) {
    const query = { service: `${service}-${place}` }
    topologies.push(...(await get<{ topologies: Topology[] }>('/api/service_topology', query)).topologies)
  }
  const services = new Map(topologies.map(({ id, service }) => [id, service]))
  const { relations } = await get<{ relations: Relation[] }>('/api/resources/relations', at)
  const stated = ({ source, sourceRef }: Claim) => `${source} ${services.get(sourceRef) ?? sourceRef}`
  const shown: string[] = []
  for (const relation of relations) {
    const { claims } = await get<{ claims: Claim[] }>(`/api/resources/relations/${relation.id}/claims`)
    shown.push(`${relation.resource} < ${relation.parent}: ${stated(relation)} of ${claims.map(stated).sort()}`)
  }
  for (const resource of new Set(relations.map((relation) => relation.resource))) {
    const graph = await get<Walks>('/api/resources/graph', { ...at, resource, depth: '20' })
    expect([resource, names(graph.ancestors)]).toEqual([resource, findReached(relations, resource)])
  }
  const { aliases } = await get<{ aliases: Alias[] }>('/api/resources/aliases', at)
  const { alerts } = await get<{ alerts: Alert[] }>('/api/alerts', at)
  const impact = await get<{ services: { name: string; severity: string | null }[] }>('/api/impact')
  return {
    relations: shown,
    topologies: topologies.map(textOf),
    aliases: aliases.map(({ alias, resource }) => `${alias} = ${resource}`),
    alerts: alerts.map(alertText).sort(),
    impact: impact.services
      .filter(({ name }) => name.endsWith(`-${place}`))
      .map(({ name, severity }) => `${name} ${severity}`),
  }
}

// Helpers

const SERVICES = ['shop', 'bank']

interface Claim {
  readonly source: string
  readonly sourceRef: string
}

interface Relation extends Claim {
  readonly id: string
  readonly resource: string
  readonly parent: string
}

interface Walks {
  readonly ancestors: readonly { readonly resource: string }[]
}

interface Topology {
  readonly id: string
  readonly service: string
  readonly nodes: readonly { id: string; label: string; params: { type?: string; claims?: readonly string[] } }[]
  readonly edges: readonly { readonly source: string; readonly target: string }[]
}

interface Alias {
  readonly alias: string
  readonly resource: string
}

interface Alert {
  readonly resource: string
  readonly status: string
  readonly severity: string
  readonly resourceParent: string | null
  readonly resourceChildren: readonly string[]
}

function alertText({ resource, status, severity, resourceParent, resourceChildren }: Alert): string {
  return `${resource} ${status} ${severity} below ${resourceParent} above ${resourceChildren}`
}

function textOf({ service, nodes, edges }: Topology) {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return {
    service,
    nodes: nodes.map(({ label, params: { type, claims = [] } }) => `${label} ${type ?? ''}: ${claims}`).sort(),
    edges: edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`).sort(),
  }
}

function names(entries: Walks['ancestors']): readonly string[] {
  return entries.map(({ resource }) => resource).sort()
}

/** Returns all resources above a resource. */
function findReached(relations: readonly Relation[], start: string): readonly string[] {
  const found = new Set([start])
  for (const name of found) {
    for (const { resource, parent } of relations) if (resource === name) found.add(parent)
  }
  return [...found].filter((name) => name !== start).sort()
}
