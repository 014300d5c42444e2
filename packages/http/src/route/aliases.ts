import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { count, name, requiredName, successBody, successResponse } from '../wire/fields.js'
import { listRoute } from './stored-routes.js'

const PATH = '/api/resources/alias'
const ALIAS_META = { description: 'The other name of the resource' }
const ENVIRONMENT_META = { description: 'The environment of the resource' }
const key = { alias: requiredName.meta(ALIAS_META), environment: name.default('').meta(ENVIRONMENT_META) }
const alias = SCHEMAS.resourceAlias.stored

const listResourceAliases = listRoute({
  id: 'listResourceAliases',
  path: '/api/resources/aliases',
  summary: 'List aliases',
  description: 'An alias is another name of a resource. The list is ordered by environment and alias.',
  columns: LIST_COLUMNS.aliases,
  key: 'aliases',
  item: alias,
  list: (opsgraph) => opsgraph.listResourceAliases,
})

const readResourceAlias = defineRoute({
  id: 'readResourceAlias',
  method: 'get',
  path: PATH,
  summary: 'Read an alias',
  description: 'Answers which resource the name means, or 404 if it is no alias.',
  query: key,
  refuses: ['notFound'],
  responses: { 200: { description: 'The alias', body: successBody({ alias }) } },
  handle: async ({ caller, query }, { opsgraph }) =>
    successResponse({ alias: await opsgraph.readResourceAlias(caller, query) }),
})

const aliasWithNearNames = successBody({
  alias,
  activeAlerts: count.meta({
    description: 'How many active alerts still have the alias as a name; a rename with `merge` moves them',
  }),
  near: z.array(z.string()).meta({
    description:
      'Other names of the environment that differ from the name of the resource only in upper and lower case, a port, a domain or the form of Unicode: a warning',
  }),
})

const putResourceAlias = defineRoute({
  id: 'putResourceAlias',
  method: 'put',
  path: PATH,
  summary: 'Set an alias',
  description:
    'Creates the alias (201), or changes its resource (200). From then on, where the alias arrives in alerts, relations, imports and topologies, the resource is stored. A resource of the graph cannot be an alias (409): rename it instead. An alias of an alias is refused.',
  query: { alias: requiredName.optional().meta(ALIAS_META), environment: name.optional().meta(ENVIRONMENT_META) },
  body: { schema: SCHEMAS.resourceAliasBody },
  refuses: ['conflict'],
  responses: {
    200: { description: 'The stored alias', body: aliasWithNearNames },
    201: { description: 'The new alias', body: aliasWithNearNames },
  },
  handle: async ({ caller, query, body }, { opsgraph }) => {
    const { created, ...set } = await opsgraph.putResourceAlias(caller, { ...query, body: asUncheckedInput(body) })
    return successResponse(set, created ? 201 : 200)
  },
})

const deleteResourceAlias = defineRoute({
  id: 'deleteResourceAlias',
  method: 'delete',
  path: PATH,
  summary: 'Delete an alias',
  description: 'From then on, the name stands for itself. What is stored under the name of the resource stays there.',
  query: key,
  refuses: ['notFound'],
  responses: { 200: { description: 'The alias is deleted', body: successBody({}) } },
  handle: async ({ caller, query }, { opsgraph }) => {
    await opsgraph.deleteResourceAlias(caller, query)
    return successResponse({})
  },
})

/** The endpoints for aliases of resources (rules.md#aliases). */
export const aliasRoutes = [listResourceAliases, readResourceAlias, putResourceAlias, deleteResourceAlias]
