import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import type { components, operations } from './schema.js'

export type Relation = components['schemas']['Relation']
export type NewRelation = components['schemas']['NewRelation']
export type ResourceGraph = operations['readResourceGraph']['responses'][200]['content']['application/json']
export type Direction = 'ancestors' | 'descendants' | 'both'

/** The name of a resource and its environment. */
export interface ResourceName {
  readonly environment: string
  readonly resource: string
}

/**
 * The filter of the list of relations. A field that is `undefined` is not sent. The environment `''` selects the empty
 * environment.
 */
export interface RelationFilter {
  readonly environment?: string | undefined
  readonly resource?: string | undefined
  readonly parent?: string | undefined
  readonly source?: string | undefined
  readonly sourceRef?: string | undefined
}

const PAGE_SIZE = 50
/** The maximum number of names in one request, because the length of a URL is limited. */
const NAMES = 40
/** The maximum page size of the API. */
const LARGEST_PAGE = 1_000

/** A query that reads a page of the relations that match every field of the filter, newest first. */
export function relationsQuery(filter: RelationFilter, page: number) {
  return queryOptions({
    queryKey: ['relations', filter, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
      const query = {
        ...Object.fromEntries(wanted.map(([field, value]) => [field, [value]])),
        page,
        'page-size': PAGE_SIZE,
        'sort-by': '-updateTime' as const,
      }
      return await bodyOf(api.GET('/api/resources/relations', { params: { query }, signal }))
    },
  })
}

interface Walk extends ResourceName {
  readonly direction: Direction
  /** The number of levels to walk, from 1 to 20. */
  readonly depth: number
}

/** A query that reads the ancestors and descendants of a resource. */
export function resourceGraphQuery(walk: Walk) {
  return queryOptions({
    queryKey: ['relations', 'graph', walk],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...walk }
      return await bodyOf(api.GET('/api/resources/graph', { params: { query }, signal }))
    },
  })
}

/**
 * A query that reads all relations whose child and parent are both in `names`. The page needs these relations in
 * addition to the result of `resourceGraphQuery`, because that result does not contain the sources of relations.
 */
export function relationsAmongQuery(environment: string, names: readonly string[]) {
  return queryOptions({
    queryKey: ['relations', 'among', environment, names],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const wantedNames = new Set(names)
      const found: Relation[] = []
      for (let start = 0; start < names.length; start += NAMES) {
        const resource = names.slice(start, start + NAMES)
        found.push(...(await relationsOf({ environment, resource, signal })))
      }
      return found.filter(({ parent }) => wantedNames.has(parent))
    },
  })
}

export async function putRelation(relation: NewRelation): Promise<Relation> {
  return (await bodyOf(api.POST('/api/resources/relations', { body: relation }))).relation
}

export async function deleteRelation(id: string): Promise<void> {
  await bodyOf(api.DELETE('/api/resources/relations/{id}', { params: { path: { id } } }))
}

interface Children {
  readonly environment: string
  readonly resource: readonly string[]
  readonly signal: AbortSignal
}

async function relationsOf({ environment, resource, signal }: Children): Promise<readonly Relation[]> {
  const found: Relation[] = []
  for (let page = 1, more = true; more; page++) {
    const query = { environment: [environment], resource: [...resource], page, 'page-size': LARGEST_PAGE }
    const answer = await bodyOf(api.GET('/api/resources/relations', { params: { query }, signal }))
    found.push(...answer.relations)
    more = answer.more
  }
  return found
}
