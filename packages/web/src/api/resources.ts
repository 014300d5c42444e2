import { api, bodyOf } from './client.js'
import { listQuery } from './queries.js'
import type { components, operations } from './schema.js'

export type Relation = components['schemas']['Relation']
export type NewRelation = components['schemas']['NewRelation']
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

const PAGE_SIZE = 50
/** The maximum number of names in one request, because the length of a URL is limited. */
const NAMES = 40
/** The maximum page size of the API. */
const LARGEST_PAGE = 1_000

/** A query that reads a page of the relations that match every field of the filter, newest first. */
export function relationsQuery(filter: RelationFilter, page: number) {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
  const fields = Object.fromEntries(wanted.map(([field, value]) => [field, [value]]))
  const query = { ...fields, page, 'page-size': PAGE_SIZE, 'sort-by': '-updateTime' } as const
  return listQuery(['relations', filter, page], (signal) =>
    bodyOf(api.GET('/api/resources/relations', { params: { query }, signal })),
  )
}

/** A query that reads the ancestors and descendants of a resource. */
export function resourceGraphQuery(query: operations['readResourceGraph']['parameters']['query']) {
  return listQuery(['relations', 'graph', query], (signal) =>
    bodyOf(api.GET('/api/resources/graph', { params: { query }, signal })),
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
    for (let start = 0; start < names.length; start += NAMES) {
      const query = { environment: [environment], resource: names.slice(start, start + NAMES) }
      found.push(...(await relationsOf(query, signal)))
    }
    return found.filter(({ parent }) => wantedNames.has(parent))
  })
}

/** A query that reads who states a relation, the strongest first. */
export function relationClaimsQuery(id: string) {
  return listQuery(['relations', 'claims', id], async (signal) => {
    const { claims } = await bodyOf(
      api.GET('/api/resources/relations/{id}/claims', { params: { path: { id } }, signal }),
    )
    return claims
  })
}

export async function putRelation(relation: NewRelation): Promise<Relation> {
  return (await bodyOf(api.POST('/api/resources/relations', { body: relation }))).relation
}

export async function deleteRelation(id: string): Promise<void> {
  await bodyOf(api.DELETE('/api/resources/relations/{id}', { params: { path: { id } } }))
}

async function relationsOf(filter: { environment: string[]; resource: string[] }, signal: AbortSignal) {
  const found: Relation[] = []
  for (let page = 1, more = true; more; page++) {
    const query = { ...filter, page, 'page-size': LARGEST_PAGE }
    const answer = await bodyOf(api.GET('/api/resources/relations', { params: { query }, signal }))
    found.push(...answer.relations)
    more = answer.more
  }
  return found
}
