import { z } from 'zod'
import { defineRoute } from './pipeline/define-route.js'
import { jsonObject } from './wire/json-object.js'

/** Serves the OpenAPI document (openapi-document.ts). */
export const openapiRoute = defineRoute({
  id: 'readOpenapi',
  method: 'get',
  path: '/openapi.json',
  summary: 'Read this document',
  scope: null,
  responses: {
    200: { description: 'An OpenAPI 3.1 document', body: z.looseObject({ openapi: z.string(), paths: jsonObject }) },
  },
  handle: async ({ baseUrl }, { openapi }) => ({ status: 200, body: await openapi(baseUrl()) }),
})
