import { ApiError } from './api-error.js'
import { api, readBody } from './client.js'
import { listQuery } from './queries.js'
import type { components, operations } from './schema.js'

export type Relation = components['schemas']['Relation']
export type NewRelation = components['schemas']['NewRelation']
export type ListedResource = components['schemas']['ListedResource']
export type ResourceUsage = operations['readResourceUsage']['responses'][200]['content']['application/json']
/** What a decommissioning changes, or would change. */
export type Decommissioning = Awaited<ReturnType<typeof decommission>>
export type ResourceGraph = operations['readResourceGraph']['responses'][200]['content']['application/json']

/** The name of a resource and its environment. */
export interface ResourceName {
  readonly environment: string
  readonly resource: string
}

/**
 * The filter of the list of relations. A field that is `undefined` is not sent. The environment `''` selects the empty
 * environment.
 */
export type RelationFilter = {
  readonly [Field in 'environment' | 'resource' | 'parent' | 'source' | 'sourceRef']?: string | undefined
}

/** The filter of the list of resources. A field that is `undefined` is not sent. */
export interface ResourceFilter {
  /** A part of the name. */
  readonly q?: string | undefined
  readonly environment?: string | undefined
  readonly orphan?: true | undefined
  readonly stale?: true | undefined
}

const PAGE_SIZE = 50
/** The maximum number of names in one request, because the length of a URL is limited. */
const NAMES_PER_REQUEST = 40
/** The maximum page size of the API. */
const MAX_PAGE_SIZE = 1_000

/** A query that reads a page of the relations that match every field of the filter, newest first. */
export function relationsQuery(filter: RelationFilter, page: number) {
  const query = { ...buildRelationFields(filter), page, 'page-size': PAGE_SIZE, 'sort-by': '-updateTime' } as const
  return listQuery(['relations', filter, page], (signal) =>
    readBody(api.GET('/api/resources/relations', { params: { query }, signal })),
  )
}

function buildRelationFields(filter: RelationFilter): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(filter).flatMap(([field, value]) => (value ? [[field, [value]]] : [])))
}

/** Reads all relations that match every field of the filter, as a CSV file. */
export async function readRelationsCsv(filter: RelationFilter): Promise<Blob> {
  const query = { ...buildRelationFields(filter), format: 'csv' } as const
  return await readBody(api.GET('/api/resources/relations', { params: { query }, parseAs: 'blob' }))
}

/** A query that reads a page of the resources that match every field of the filter. */
export function resourcesQuery(filter: ResourceFilter, page: number) {
  const query = { ...buildResourceFields(filter), page, 'page-size': PAGE_SIZE }
  return listQuery(['resources', query], (signal) => readBody(api.GET('/api/resources', { params: { query }, signal })))
}

function buildResourceFields({ q, environment, orphan, stale }: ResourceFilter) {
  return {
    ...(q !== undefined && { q: [q] }),
    ...(environment !== undefined && { environment: [environment] }),
    ...(orphan && ({ orphan: '1' } as const)),
    ...(stale && ({ stale: '1' } as const)),
  }
}

/** Reads all resources that match every field of the filter, as a CSV file. */
export async function readResourcesCsv(filter: ResourceFilter): Promise<Blob> {
  const query = { ...buildResourceFields(filter), format: 'csv' } as const
  return await readBody(api.GET('/api/resources', { params: { query }, parseAs: 'blob' }))
}

/** A query that reads where a resource is named, such as in nodes, rules and alerts; `null` = nothing names it. */
export function usageQuery(name: ResourceName) {
  return listQuery(['resources', 'usage', name], async (signal) => {
    try {
      return await readBody(api.GET('/api/resources/usage', { params: { query: { ...name } }, signal }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  })
}

/** Removes a resource from everything that names it. With `dryRun`, returns the plan and changes nothing. */
export async function decommission(
  { environment, resource }: ResourceName,
  options: { readonly dryRun: true } | { readonly planHash: string },
) {
  const body = { environment, resources: [resource], ...options }
  return await readBody(api.POST('/api/resources/decommission', { body }))
}

/** A query that reads the ancestors and descendants of a resource. */
export function resourceGraphQuery(query: operations['readResourceGraph']['parameters']['query']) {
  return listQuery(['relations', 'graph', query], (signal) =>
    readBody(api.GET('/api/resources/graph', { params: { query }, signal })),
  )
}

/**
 * A query that reads all relations whose child and parent are both in `names`. The page needs these relations in
 * addition to the result of `resourceGraphQuery`, because that result does not contain the sources of relations.
 */
export function relationsAmongQuery(environment: string, names: readonly string[]) {
  return listQuery(['relations', 'among', environment, names], async (signal) => {
    const wantedNames = new Set(names)
    const found: Relation[] = []
    for (let start = 0; start < names.length; start += NAMES_PER_REQUEST) {
      const query = { environment: [environment], resource: names.slice(start, start + NAMES_PER_REQUEST) }
      found.push(...(await readAllRelations(query, signal)))
    }
    return found.filter(({ parent }) => wantedNames.has(parent))
  })
}

/** A query that reads the claims of a relation, the one with the strongest source first. */
export function relationClaimsQuery(id: string) {
  return listQuery(['relations', 'claims', id], async (signal) => {
    const { claims } = await readBody(
      api.GET('/api/resources/relations/{id}/claims', { params: { path: { id } }, signal }),
    )
    return claims
  })
}

export async function putRelation(relation: NewRelation): Promise<Relation> {
  return (await readBody(api.POST('/api/resources/relations', { body: relation }))).relation
}

export async function deleteRelation(id: string): Promise<void> {
  await readBody(api.DELETE('/api/resources/relations/{id}', { params: { path: { id } } }))
}

async function readAllRelations(filter: { environment: string[]; resource: string[] }, signal: AbortSignal) {
  const found: Relation[] = []
  for (let page = 1, more = true; more; page++) {
    const query = { ...filter, page, 'page-size': MAX_PAGE_SIZE }
    const answer = await readBody(api.GET('/api/resources/relations', { params: { query }, signal }))
    found.push(...answer.relations)
    more = answer.more
  }
  return found
}
