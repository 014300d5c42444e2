import type { Caller, Filter, ListRequest, Opsgraph, PagedList, USE_CASE_SCOPES } from '@opsgraph/core'
import { answeredFilter, filterWarnings } from '@opsgraph/core/pure'
import { z } from 'zod'
import { CSV_TYPE, type CsvRequest, csvAnswer, csvQuery } from '../csv/csv-answer.js'
import type { CsvColumns } from '../csv/write-csv.js'
import { defineRoute, type Route } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { idParam, successBody, successResponse } from '../wire/fields.js'
import { type Columns, listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'

type DescribedRoute = Pick<Route, 'path' | 'summary' | 'description'>
/** The names of the use-cases that begin with `Prefix`. Each of these names is also the id of a route. */
type UseCaseName<Prefix extends string> = Extract<keyof typeof USE_CASE_SCOPES, `${Prefix}${string}`>

/**
 * The name of a kind of object, such as `WeightPolicy`, if there are use-cases that create, read, update and delete it.
 * The names of these use-cases end with it.
 */
type KindName<UseCase = keyof typeof USE_CASE_SCOPES> = UseCase extends `create${infer Name}`
  ? [`read${Name}ById` | `update${Name}` | `delete${Name}`] extends [keyof typeof USE_CASE_SCOPES]
    ? Name
    : never
  : never
type ListName<UseCase = UseCaseName<'list'>> = UseCase extends `list${infer Names}` ? Names : never

type Params = Readonly<Record<string, string>>

/** The fields of a request besides those of every list, with the query parameters that fill them in. */
type FurtherParameters<Request> = {
  readonly [Name in Exclude<keyof Request, keyof ListRequest<never>>]-?: z.ZodType<Request[Name]>
}

interface ListDefinition<Stored, Request> extends DescribedRoute, Pick<Route, 'isNeverCached'> {
  readonly id: UseCaseName<'list'>
  /** The parameters of the path; missing = none. */
  readonly params?: Readonly<Record<string, z.ZodString>>
  readonly columns: Columns<string>
  /** The descriptions of filters that do not simply compare for equality. */
  readonly meanings?: Readonly<Record<string, string>>
  /** Query parameters besides those of every list; missing = none. The use-case gets them too, by the same names. */
  readonly more?: NoInfer<FurtherParameters<Request>>
  /** The JSON property name of the list in the answer; also its noun in descriptions, unless `noun` is set. */
  readonly key: string
  readonly noun?: string
  /** The schema of an item in the answer. */
  readonly item: z.ZodType
  /** Converts a stored object to an item of the answer; default: the item is the stored object. */
  readonly toItem?: (stored: Stored, baseUrl: string) => object
  /** The schemas of further fields of the answer, which the result of the use-case may have. */
  readonly further?: Readonly<Record<string, z.ZodType>>
  readonly list: (
    opsgraph: Opsgraph,
    params: Params,
  ) => (caller: Caller, request: Request) => Promise<PagedList<Stored>>
  /** The columns of the list as a CSV file with the name `key`, and its use-case; missing = there is no such file. */
  readonly csv?: {
    readonly columns: CsvColumns<Stored>
    readonly stream: (
      opsgraph: Opsgraph,
    ) => (caller: Caller, request: Request) => Promise<AsyncIterable<readonly Stored[]>>
  }
}

/** A route that lists stored objects, page by page, or as a CSV file. */
export function listRoute<Stored, Request extends ListRequest<never>>({
  columns,
  meanings,
  more,
  key,
  noun = key,
  item,
  toItem = (stored) => stored as object,
  further = {},
  list,
  csv,
  ...described
}: ListDefinition<Stored, Request>): Route {
  const items = z.array(item).meta({ description: `The ${noun} of the page` })
  const page = { description: `A page of ${noun}`, body: successBody({ [key]: items, ...paging, ...further }) }
  return defineRoute({
    ...described,
    method: 'get',
    query: { ...listQuery(columns, meanings), ...more, ...(csv && csvQuery) } as ReturnType<typeof listQuery<string>>,
    isVersioned: true,
    responses: { 200: { ...page, ...(csv && { orStream: CSV_TYPE }) } },
    handle: async ({ caller, params, query, baseUrl }, { opsgraph }) => {
      const added = Object.keys(more ?? {}).map((name) => [name, query[name as keyof typeof query]])
      const request = { ...toListRequest(query, columns), ...Object.fromEntries(added) } as never
      if (csv !== undefined) {
        const pages = () => csv.stream(opsgraph)(caller, request)
        const file = await csvAnswer(query as object as CsvRequest, { name: key, columns: csv.columns, pages })
        if (file !== undefined) return file
      }
      const found = await list(opsgraph, params)(caller, request)
      const base = baseUrl()
      const shown = found.items.map((stored) => toItem(stored, base))
      const others = Object.entries(found).filter(([name]) => Object.hasOwn(further, name))
      return successResponse({ [key]: shown, ...pagingOf(found), ...Object.fromEntries(others) })
    },
  })
}

interface DeleteDefinition extends DescribedRoute {
  readonly id: UseCaseName<'delete'>
  /** The parameter of the path; default: `id`. */
  readonly params?: Readonly<Record<string, z.ZodString>>
  /** The description of the success answer, such as `The key is deleted`. */
  readonly done: string
  readonly delete: (opsgraph: Opsgraph) => (caller: Caller, id: string) => Promise<void>
}

/** A route that deletes one stored object. */
export function deleteRoute({ params = idParam, done, delete: useCase, ...described }: DeleteDefinition): Route {
  return defineRoute({
    ...described,
    method: 'delete',
    params,
    refuses: ['notFound'],
    responses: { 200: { description: done, body: successBody({}) } },
    handle: async (input, { opsgraph }) => {
      const [id = ''] = Object.values(input.params)
      await useCase(opsgraph)(input.caller, id)
      return successResponse({})
    },
  })
}

/** A policy, a maintenance window or a subscription: an object with an id and, in most cases, a filter. */
interface WithFilters {
  readonly id: string
  readonly filters?: Filter
}

/** What differs between the routes of policies and of maintenance windows. */
interface FilteringKind<Stored extends WithFilters> {
  readonly name: KindName
  readonly names: ListName
  readonly path: string
  /** The nouns for descriptions: the full singular, a short singular, and the plural. */
  readonly nouns: readonly [full: string, short: string, many: string]
  /** The JSON property names that answers use for one object and for a list. */
  readonly keys: { readonly one: string; readonly many: string }
  readonly columns: Columns<string>
  /** The schemas of a stored object and of the bodies of POST and PUT. */
  readonly schemas: { readonly stored: z.ZodType; readonly created: z.ZodType; readonly changed: z.ZodType }
  /** The warnings about an object in the answers to POST and PUT; missing = those about its filter. */
  readonly warningsOf?: (written: Stored) => readonly string[]
  /** The summary and the description of each operation. */
  readonly described: Readonly<Record<keyof UseCases<Stored>, Pick<Route, 'summary' | 'description'>>>
  /** The query parameters of POST; missing = POST has no query parameters. */
  readonly createQuery?: { readonly preset?: z.ZodOptional<z.ZodString> }
  readonly useCases: (opsgraph: Opsgraph) => UseCases<Stored>
}

interface UseCases<Stored extends WithFilters> {
  readonly list: (caller: Caller, request: ListRequest<never>) => Promise<PagedList<Stored>>
  readonly create: (caller: Caller, body: never, query: { readonly preset?: unknown }) => Promise<Stored>
  readonly read: (caller: Caller, id: string) => Promise<Stored>
  readonly update: (caller: Caller, change: { readonly id: string; readonly body: never }) => Promise<Stored>
  readonly delete: (caller: Caller, id: string) => Promise<void>
}

/** The nouns of policies. */
export const POLICY_NOUNS = ['policy', 'policy', 'policies'] as const

/** The schema of the field that {@link warningsField} returns. */
export const WARNINGS_FIELD = {
  warnings: z.array(z.string()).optional().meta({ description: 'Probable mistakes in the request' }),
}

/** The routes that policies of every kind and maintenance windows have: list, create, read, change and delete. */
export function filteringRoutes<Stored extends WithFilters>(kind: FilteringKind<Stored>): readonly Route[] {
  const { name, names, path, nouns, keys, columns, schemas, described, createQuery = {}, useCases } = kind
  const { warningsOf = filterWarningsOf } = kind
  const [full, short, noun] = nouns
  const found = { description: `The ${full}`, body: successBody({ [keys.one]: schemas.stored }) }
  const body = successBody({ [keys.one]: schemas.stored, ...WARNINGS_FIELD })
  const shown = (stored: Stored) => ({ [keys.one]: withAnsweredFilter(stored) })
  const written = (stored: Stored) => ({ ...shown(stored), ...warningsField(warningsOf(stored)) })
  const onePath = `${path}/:id` as const
  return [
    listRoute({
      id: `list${names}`,
      path,
      ...described.list,
      columns,
      key: keys.many,
      noun,
      item: schemas.stored,
      toItem: withAnsweredFilter<Stored>,
      list: (opsgraph) => useCases(opsgraph).list,
    }),
    defineRoute({
      id: `create${name}`,
      method: 'post',
      path,
      ...described.create,
      query: createQuery,
      body: { schema: schemas.created },
      responses: { 201: { ...found, body } },
      handle: async ({ caller, query, body }, { opsgraph }) =>
        successResponse(written(await useCases(opsgraph).create(caller, asUncheckedInput(body), query)), 201),
    }),
    defineRoute({
      id: `read${name}`,
      method: 'get',
      path: onePath,
      ...described.read,
      responses: { 200: found },
      handle: async ({ caller, params }, { opsgraph }) =>
        successResponse(shown(await useCases(opsgraph).read(caller, params.id))),
    }),
    defineRoute({
      id: `update${name}`,
      method: 'put',
      path: onePath,
      ...described.update,
      body: { schema: schemas.changed },
      responses: { 200: { ...found, body } },
      requireExisting: ({ caller, params }, { opsgraph }) => useCases(opsgraph).read(caller, params.id),
      handle: async ({ caller, params, body }, { opsgraph }) =>
        successResponse(
          written(await useCases(opsgraph).update(caller, { id: params.id, body: asUncheckedInput(body) })),
        ),
    }),
    deleteRoute({
      id: `delete${name}`,
      path: onePath,
      ...described.delete,
      done: `The ${short} is deleted`,
      delete: (opsgraph) => useCases(opsgraph).delete,
    }),
  ]
}

/** The field of an answer with warnings, if there are any. */
export function warningsField(warnings: readonly string[]): { readonly warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** The warnings about the filter of an object (rules.md#filter-keys-5). */
export function filterWarningsOf({ filters }: WithFilters): readonly string[] {
  return filters === undefined ? [] : filterWarnings({ filters })
}

/** Returns a policy or a maintenance window as answers show it. */
export function withAnsweredFilter<Stored extends WithFilters>(stored: Stored) {
  return stored.filters === undefined ? stored : { ...stored, filters: answeredFilter(stored.filters) }
}
