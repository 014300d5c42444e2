import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { successBody, successResponse } from '../wire/fields.js'
import { deleteRoute, listRoute } from './stored-routes.js'

const PATH = '/api/key'
const oneKey = { description: 'The key, without its secret', body: successBody({ data: SCHEMAS.apiKey.stored }) }

const createApiKey = defineRoute({
  id: 'createApiKey',
  method: 'post',
  path: PATH,
  summary: 'Create an API key',
  description:
    'The answer is the only one that shows the secret: store it. Without the scope `admin`, you can create keys only for yourself, with scopes that you hold. No key can have more scopes than the key that creates it, or expire later.',
  body: { schema: SCHEMAS.apiKey.created },
  showsSecret: true,
  responses: {
    201: {
      description: 'The secret, which is shown only once, and the key',
      body: successBody({ key: z.string().meta({ description: 'The secret' }), data: SCHEMAS.apiKey.stored }),
    },
  },
  handle: async ({ caller, body }, { opsgraph }) => {
    const { secret, key } = await opsgraph.createApiKey(caller, asUncheckedInput(body))
    return successResponse({ key: secret, data: key }, 201)
  },
})

const listApiKeys = listRoute({
  id: 'listApiKeys',
  path: '/api/keys',
  summary: 'List API keys',
  description: 'Without the scope `admin`, only your own keys. Secrets are never listed.',
  columns: LIST_COLUMNS.apiKeys,
  isNeverCached: true,
  key: 'keys',
  item: SCHEMAS.apiKey.stored,
  list: (opsgraph) => opsgraph.listApiKeys,
})

const readApiKey = defineRoute({
  id: 'readApiKey',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read an API key',
  description: 'Without the scope `admin`, only a key of your own.',
  responses: { 200: oneKey },
  handle: async ({ caller, params }, { opsgraph }) =>
    successResponse({ data: await opsgraph.readApiKeyById(caller, params.id) }),
})

const updateApiKey = defineRoute({
  id: 'updateApiKey',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Change an API key',
  description:
    'Changes `scopes`, `text` and `expireTime`, and ignores other fields. You must hold all scopes that the key has afterwards.',
  body: { schema: SCHEMAS.apiKey.changed },
  responses: { 200: oneKey },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readApiKeyById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const key = await opsgraph.updateApiKey(caller, { id: params.id, body: asUncheckedInput(body) })
    return successResponse({ data: key })
  },
})

const deleteApiKey = deleteRoute({
  id: 'deleteApiKey',
  path: `${PATH}/:id`,
  summary: 'Delete an API key',
  description: 'The key is refused at once. Keys that were created with it stay valid.',
  done: 'The key is deleted',
  delete: (opsgraph) => opsgraph.deleteApiKey,
})

/** The endpoints for API keys (rules.md#api-keys). */
export const apiKeyRoutes = [createApiKey, listApiKeys, readApiKey, updateApiKey, deleteApiKey]
