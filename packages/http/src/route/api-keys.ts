import { LIST_COLUMNS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'

const PATH = '/api/key'
const oneKey = { description: 'The key, without its secret', body: okay({ data: SCHEMAS.apiKey.stored }) }

const createApiKey = defineRoute({
  id: 'createApiKey',
  method: 'post',
  path: PATH,
  summary: 'Create an API key',
  description:
    'The answer is the only one that shows the secret: store it. Without the scope `admin`, you can create keys only for yourself, with scopes that you hold. No key can have more scopes than the key that creates it, or expire later.',
  scope: USE_CASE_SCOPES.createApiKey,
  body: { schema: SCHEMAS.apiKey.created },
  showsSecret: true,
  responses: {
    201: {
      description: 'The secret, which is shown only once, and the key',
      body: okay({ key: z.string().meta({ description: 'The secret' }), data: SCHEMAS.apiKey.stored }),
    },
  },
  handle: async ({ caller, body }, { opsgraph }) => {
    const { secret, key } = await opsgraph.createApiKey(caller, unchecked(body))
    return { status: 201, body: { status: 'ok', key: secret, data: key } }
  },
})

const listApiKeys = defineRoute({
  id: 'listApiKeys',
  method: 'get',
  path: '/api/keys',
  summary: 'List API keys',
  description: 'Without the scope `admin`, only your own keys. Secrets are never listed.',
  scope: USE_CASE_SCOPES.listApiKeys,
  query: listQuery(LIST_COLUMNS.apiKeys),
  isVersioned: true,
  isUnstored: true,
  responses: {
    200: {
      description: 'A page of keys',
      body: okay({ keys: z.array(SCHEMAS.apiKey.stored).meta({ description: 'The keys of the page' }), ...paging }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const list = await opsgraph.listApiKeys(caller, toListRequest(query, LIST_COLUMNS.apiKeys))
    return { status: 200, body: { status: 'ok', keys: list.items, ...pagingOf(list) } }
  },
})

const readApiKey = defineRoute({
  id: 'readApiKey',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read an API key',
  description: 'Without the scope `admin`, only a key of your own.',
  scope: USE_CASE_SCOPES.readApiKeyById,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: oneKey },
  handle: async ({ caller, params }, { opsgraph }) => {
    return { status: 200, body: { status: 'ok', data: await opsgraph.readApiKeyById(caller, params.id) } }
  },
})

const updateApiKey = defineRoute({
  id: 'updateApiKey',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Change an API key',
  description:
    'Changes `scopes`, `text` and `expireTime`, and ignores other fields. You must hold all scopes that the key has afterwards.',
  scope: USE_CASE_SCOPES.updateApiKey,
  params: idParam,
  body: { schema: SCHEMAS.apiKey.changed },
  refuses: ['notFound'],
  responses: { 200: oneKey },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readApiKeyById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const key = await opsgraph.updateApiKey(caller, { id: params.id, body: unchecked(body) })
    return { status: 200, body: { status: 'ok', data: key } }
  },
})

const deleteApiKey = defineRoute({
  id: 'deleteApiKey',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete an API key',
  description: 'The key is refused at once. Keys that were created with it stay valid.',
  scope: USE_CASE_SCOPES.deleteApiKey,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: { description: 'The key is deleted', body: okay({}) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteApiKey(caller, params.id)
    return { status: 200, body: { status: 'ok' } }
  },
})

/** The endpoints for API keys (rules.md#api-keys). */
export const apiKeyRoutes = [createApiKey, listApiKeys, readApiKey, updateApiKey, deleteApiKey]
