import { LIST_COLUMNS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { answeredCatalogService } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'

const PATH = '/api/service_catalog'
const serviceParam = { serviceId: z.string().meta({ description: 'The name of the service' }) }
const oneService = (description: string) => ({
  description,
  body: okay({ service: SCHEMAS.catalogService.stored.meta({ description: 'The service' }) }),
})

const listCatalogServices = defineRoute({
  id: 'listCatalogServices',
  method: 'get',
  path: PATH,
  summary: 'List the service catalog',
  description:
    'The catalog describes services, and says which alerts count for them. A service may lack an entry: then all of its active alerts count.',
  scope: USE_CASE_SCOPES.listCatalogServices,
  query: listQuery(LIST_COLUMNS.catalog),
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of services',
      body: okay({
        services: z.array(SCHEMAS.catalogService.stored).meta({ description: 'The services of the page' }),
        ...paging,
      }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const list = await opsgraph.listCatalogServices(caller, toListRequest(query, LIST_COLUMNS.catalog))
    return { status: 200, body: { status: 'ok', services: list.items.map(answeredCatalogService), ...pagingOf(list) } }
  },
})

const readCatalogService = defineRoute({
  id: 'readCatalogService',
  method: 'get',
  path: `${PATH}/:serviceId`,
  summary: 'Read a service of the catalog',
  description: 'The id is the name of the service, as alerts have it in `service`.',
  scope: USE_CASE_SCOPES.readCatalogServiceById,
  params: serviceParam,
  refuses: ['notFound'],
  responses: { 200: oneService('The service') },
  handle: async ({ caller, params }, { opsgraph }) => {
    const service = answeredCatalogService(await opsgraph.readCatalogServiceById(caller, params.serviceId))
    return { status: 200, body: { status: 'ok', service } }
  },
})

const putCatalogService = defineRoute({
  id: 'putCatalogService',
  method: 'put',
  path: `${PATH}/:serviceId`,
  summary: 'Describe a service and define which of its alerts count',
  description: 'Creates the entry (201), or changes the fields that are sent (200).',
  scope: USE_CASE_SCOPES.putCatalogService,
  params: serviceParam,
  body: { schema: SCHEMAS.catalogService.changed },
  responses: { 200: oneService('The changed service'), 201: oneService('The new service') },
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const { service, created } = await opsgraph.putCatalogService(caller, {
      serviceId: params.serviceId,
      body: unchecked(body),
    })
    return { status: created ? 201 : 200, body: { status: 'ok', service: answeredCatalogService(service) } }
  },
})

const deleteCatalogService = defineRoute({
  id: 'deleteCatalogService',
  method: 'delete',
  path: `${PATH}/:serviceId`,
  summary: 'Remove a service from the catalog',
  description: 'All active alerts of the service count again. Its topology stays.',
  scope: USE_CASE_SCOPES.deleteCatalogService,
  params: serviceParam,
  refuses: ['notFound'],
  responses: { 200: { description: 'The service is removed', body: okay({}) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteCatalogService(caller, params.serviceId)
    return { status: 200, body: { status: 'ok' } }
  },
})

/** The endpoints for the service catalog (rules.md#catalog-entries). */
export const serviceCatalogRoutes = [listCatalogServices, readCatalogService, putCatalogService, deleteCatalogService]
