import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { jsonObject } from '../wire/fields.js'

/** Serves the OpenAPI document (openapi-document.ts). */
export const openapiRoute = defineRoute({
  id: 'readOpenapi',
  method: 'get',
  path: '/openapi.json',
  summary: 'Read this document',
  description: 'Describes every endpoint and field. `GET /docs` shows it as pages on which you can send requests.',
  scope: null,
  responses: {
    200: {
      description: 'An OpenAPI 3.1 document',
      body: z.looseObject({
        openapi: z.string().meta({ description: 'The version of OpenAPI' }),
        paths: jsonObject.meta({ description: 'The operations by path' }),
      }),
    },
  },
  handle: async ({ baseUrl }, { openapi }) => ({ status: 200, body: await openapi(baseUrl()) }),
})
