import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { answeredCatalogService, filterWarnings } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { successBody, successResponse } from '../wire/fields.js'
import { deleteRoute, listRoute, WARNINGS_FIELD, warningsField } from './stored-routes.js'

const PATH = '/api/service_catalog'
const serviceParam = { serviceId: z.string().meta({ description: 'The name of the service' }) }
const oneService = { service: SCHEMAS.catalogService.stored.meta({ description: 'The service' }) }
const written = successBody({ ...oneService, ...WARNINGS_FIELD })

const listCatalogServices = listRoute({
  id: 'listCatalogServices',
  path: PATH,
  summary: 'List the service catalog',
  description:
    'The catalog describes services, and says which alerts count for them. A service may lack an entry: then all of its active alerts count.',
  columns: LIST_COLUMNS.catalog,
  key: 'services',
  item: SCHEMAS.catalogService.stored,
  toItem: answeredCatalogService,
  list: (opsgraph) => opsgraph.listCatalogServices,
})

const readCatalogService = defineRoute({
  id: 'readCatalogService',
  method: 'get',
  path: `${PATH}/:serviceId`,
  summary: 'Read a service of the catalog',
  description: 'The id is the name of the service, as alerts have it in `service`.',
  params: serviceParam,
  refuses: ['notFound'],
  responses: { 200: { description: 'The service', body: successBody(oneService) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    const service = answeredCatalogService(await opsgraph.readCatalogServiceById(caller, params.serviceId))
    return successResponse({ service })
  },
})

const putCatalogService = defineRoute({
  id: 'putCatalogService',
  method: 'put',
  path: `${PATH}/:serviceId`,
  summary: 'Describe a service and define which of its alerts count',
  description: 'Creates the entry (201), or changes the fields that are sent (200).',
  params: serviceParam,
  body: { schema: SCHEMAS.catalogService.changed },
  responses: {
    200: { description: 'The changed service', body: written },
    201: { description: 'The new service', body: written },
  },
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const { service, created } = await opsgraph.putCatalogService(caller, {
      serviceId: params.serviceId,
      body: asUncheckedInput(body),
    })
    const { whitelist, blacklist } = service.alertImpact
    const warnings = warningsField(
      filterWarnings({ 'alertImpact.whitelist': whitelist, 'alertImpact.blacklist': blacklist }),
    )
    return successResponse({ service: answeredCatalogService(service), ...warnings }, created ? 201 : 200)
  },
})

const deleteCatalogService = deleteRoute({
  id: 'deleteCatalogService',
  path: `${PATH}/:serviceId`,
  summary: 'Remove a service from the catalog',
  description: 'All active alerts of the service count again. Its topology stays.',
  params: serviceParam,
  done: 'The service is removed',
  delete: (opsgraph) => opsgraph.deleteCatalogService,
})

/** The endpoints for the service catalog (rules.md#catalog-entries). */
export const serviceCatalogRoutes = [listCatalogServices, readCatalogService, putCatalogService, deleteCatalogService]
