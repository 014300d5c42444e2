import { ApiError } from './api-error.js'
import { api, readBody } from './client.js'
import { formQuery, listQuery, liveQuery } from './queries.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
export type Relation = Schemas['Relation']
export type NewRelation = Schemas['NewRelation']
export type ListedResource = Schemas['ListedResource']
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
  return liveQuery(['resources', 'usage', name], async (signal) => {
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
  return liveQuery(['relations', 'claims', id], async (signal) => {
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

/** What a rename would change, or has changed. */
export type RenamePlan = operations['renameResource']['responses'][200]['content']['application/json']
type SentRename = Schemas['ResourceRename']

const ALIASES_PAGE = 50

/** A query that reads a page of the aliases of a resource. */
export function aliasesQuery({ environment, resource }: ResourceName, page: number) {
  const query = { environment: [environment], resource: [resource], page, 'page-size': ALIASES_PAGE }
  const read = (signal: AbortSignal) => readBody(api.GET('/api/resources/aliases', { params: { query }, signal }))
  return listQuery(['aliases', environment, resource, page], read)
}

export async function deleteAlias(query: { readonly environment: string; readonly alias: string }): Promise<void> {
  await readBody(api.DELETE('/api/resources/alias', { params: { query } }))
}

/** A query that reads what a rename would change. Changes nothing. */
export function renamePlanQuery(rename: SentRename) {
  const { environment, from, to, merge } = rename
  return formQuery(['rename', environment, from, to, merge], (signal) =>
    sendRename({ ...rename, dryRun: true }, signal),
  )
}

export async function renameResource(rename: SentRename): Promise<RenamePlan> {
  return await sendRename(rename)
}

async function sendRename(body: SentRename, signal?: AbortSignal): Promise<RenamePlan> {
  return await readBody(api.POST('/api/resources/rename', { body, ...(signal && { signal }) }))
}

export type RedundancyRule = Schemas['RedundancyRule']
type SentRule = Schemas['RedundancyRuleBody']
/** What would be hurt if a resource failed. */
export type WhatIf = Awaited<ReturnType<typeof simulate>>

export type ChildStates = operations['listChildStates']['responses'][200]['content']['application/json']
export type ChildState = ChildStates['children'][number]

const CHILDREN_PAGE = 50

/**
 * A query that reads the redundancy rule of a resource; `null` = it has none. It reads the list of rules and not the
 * single rule, because the server would answer 404 for a missing rule.
 */
export function ruleQuery({ environment, resource }: ResourceName) {
  const query = { environment: [environment], resource: [resource] }
  return formQuery(['rules', environment, resource], async (signal) => {
    const { rules } = await readBody(api.GET('/api/resources/rules', { params: { query }, signal }))
    return rules[0] ?? null
  })
}

/**
 * Sets the redundancy rule of a resource and returns the stored rule. A stored rule with a stronger source does not
 * change.
 */
export async function putRule(query: ResourceName, body: SentRule): Promise<RedundancyRule> {
  return (await readBody(api.PUT('/api/resources/rule', { params: { query }, body }))).rule
}

export async function deleteRule(query: ResourceName): Promise<void> {
  await readBody(api.DELETE('/api/resources/rule', { params: { query } }))
}

/** A query that reads a page of the children of a resource, each with the worst severity that reaches it. */
export function childStatesQuery({ environment, resource }: ResourceName, page: number) {
  const query = { environment, resource, page, 'page-size': CHILDREN_PAGE } as const
  const read = (signal: AbortSignal) => readBody(api.GET('/api/impact/children', { params: { query }, signal }))
  return listQuery(['impact', 'children', environment, resource, page], read)
}

/**
 * A query that reads what would be hurt if a resource failed. Changes nothing.
 *
 * @param withAlerts whether the active alerts count too
 */
export function whatIfQuery({ environment, resource }: ResourceName, withAlerts: boolean) {
  const body = { environment, resources: [resource], withAlerts }
  return formQuery(['impact', 'what-if', environment, resource, withAlerts], (signal) => simulate(body, signal))
}

async function simulate(body: Schemas['Failures'], signal: AbortSignal) {
  return await readBody(api.POST('/api/impact/simulate', { body, signal }))
}
