import {
  type Caller,
  type ListRequest,
  type Opsgraph,
  type PagedList,
  type Policy,
  USE_CASE_SCOPES,
} from '@opsgraph/core'
import { answeredFilter } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute, type Route } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { type Columns, listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'

/** What differs between the routes of different kinds of policies. */
interface PolicyKind<Stored extends Policy> {
  readonly name: 'WeightPolicy' | 'RelationPolicy' | 'AlertPolicy'
  readonly names: 'WeightPolicies' | 'RelationPolicies' | 'AlertPolicies'
  readonly path: string
  /** The JSON property names that answers use for one policy and for a list of policies. */
  readonly keys: { readonly one: string; readonly many: string }
  readonly columns: Columns<string>
  /** The schemas of a stored policy and of the bodies of POST and PUT. */
  readonly schemas: { readonly stored: z.ZodType; readonly created: z.ZodType; readonly changed: z.ZodType }
  /** The warnings about a policy in the answers to POST and PUT; missing = none. */
  readonly warningsOf?: (written: Stored) => readonly string[]
  /** The summary and the description of each operation. */
  readonly described: Readonly<Record<keyof UseCases<Stored>, Pick<Route, 'summary' | 'description'>>>
  /** The query of POST; missing = none. */
  readonly createQuery?: { readonly preset?: z.ZodOptional<z.ZodString> }
  readonly useCases: (opsgraph: Opsgraph) => UseCases<Stored>
}

interface UseCases<Stored extends Policy> {
  readonly list: (caller: Caller, request: ListRequest<never>) => Promise<PagedList<Stored>>
  readonly create: (caller: Caller, body: never, query: { readonly preset?: unknown }) => Promise<Stored>
  readonly read: (caller: Caller, id: string) => Promise<Stored>
  readonly update: (caller: Caller, change: { readonly id: string; readonly body: never }) => Promise<Stored>
  readonly delete: (caller: Caller, id: string) => Promise<void>
}

/** The schema of {@link warned}. */
export const WARNINGS = {
  warnings: z.array(z.string()).optional().meta({ description: 'What the caller may not have meant' }),
}

/** The routes that every kind of policy has: list, create, read, change and delete. */
export function policyRoutes<Stored extends Policy>(kind: PolicyKind<Stored>): readonly Route[] {
  const { name, names, path, keys, columns, schemas, described, createQuery = {}, useCases } = kind
  const { page, onePolicy, writtenPolicy, written } = answersOf(kind)
  const onePath = { path: `${path}/:id`, params: idParam, refuses: ['notFound'] } as const
  return [
    defineRoute({
      id: `list${names}`,
      method: 'get',
      path,
      ...described.list,
      scope: USE_CASE_SCOPES[`list${names}`],
      query: listQuery(columns),
      isVersioned: true,
      responses: { 200: page },
      handle: async ({ caller, query }, { opsgraph }) => {
        const list = await useCases(opsgraph).list(caller, toListRequest(query, columns))
        return { status: 200, body: { status: 'ok', [keys.many]: list.items.map(answeredPolicy), ...pagingOf(list) } }
      },
    }),
    defineRoute({
      id: `create${name}`,
      method: 'post',
      path,
      ...described.create,
      scope: USE_CASE_SCOPES[`create${name}`],
      query: createQuery,
      body: { schema: schemas.created },
      responses: { 201: writtenPolicy },
      handle: async ({ caller, query, body }, { opsgraph }) => {
        return { status: 201, body: written(await useCases(opsgraph).create(caller, unchecked(body), query)) }
      },
    }),
    defineRoute({
      ...onePath,
      id: `read${name}`,
      method: 'get',
      ...described.read,
      scope: USE_CASE_SCOPES[`read${name}ById`],
      responses: { 200: onePolicy },
      handle: async ({ caller, params }, { opsgraph }) => {
        return { status: 200, body: shown(keys.one, await useCases(opsgraph).read(caller, params.id)) }
      },
    }),
    defineRoute({
      ...onePath,
      id: `update${name}`,
      method: 'put',
      ...described.update,
      scope: USE_CASE_SCOPES[`update${name}`],
      body: { schema: schemas.changed },
      responses: { 200: writtenPolicy },
      requireExisting: ({ caller, params }, { opsgraph }) => useCases(opsgraph).read(caller, params.id),
      handle: async ({ caller, params, body }, { opsgraph }) => {
        const policy = await useCases(opsgraph).update(caller, { id: params.id, body: unchecked(body) })
        return { status: 200, body: written(policy) }
      },
    }),
    defineRoute({
      ...onePath,
      id: `delete${name}`,
      method: 'delete',
      ...described.delete,
      scope: USE_CASE_SCOPES[`delete${name}`],
      responses: { 200: { description: 'The policy is deleted', body: okay({}) } },
      handle: async ({ caller, params }, { opsgraph }) => {
        await useCases(opsgraph).delete(caller, params.id)
        return { status: 200, body: { status: 'ok' } }
      },
    }),
  ]
}

/** The answers: a page of policies, one policy as it is stored, and one with the warnings about a policy that was just written. */
function answersOf<Stored extends Policy>({ keys, schemas, warningsOf }: PolicyKind<Stored>) {
  const policies = z.array(schemas.stored).meta({ description: 'The policies of the page' })
  const page = { description: 'A page of policies', body: okay({ [keys.many]: policies, ...paging }) }
  const onePolicy = { description: 'The policy', body: okay({ [keys.one]: schemas.stored }) }
  const body = okay({ [keys.one]: schemas.stored, ...(warningsOf && WARNINGS) })
  const written = (policy: Stored) => ({ ...shown(keys.one, policy), ...warned(warningsOf?.(policy)) })
  return { page, onePolicy, writtenPolicy: { ...onePolicy, body }, written }
}

function shown(key: string, policy: Policy) {
  return { status: 'ok' as const, [key]: answeredPolicy(policy) }
}

/** The field of an answer with warnings, if there are any. */
export function warned(warnings: readonly string[] = []): { readonly warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** Returns a policy in the form in which answers contain it. */
export function answeredPolicy<Stored extends Policy>(stored: Stored) {
  return { ...stored, filters: answeredFilter(stored.filters) }
}
