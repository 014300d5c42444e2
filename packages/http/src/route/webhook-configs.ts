import { LIST_COLUMNS, USE_CASE_SCOPES } from '@opsgraph/core'
import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../define-route.js'
import { unchecked } from '../unchecked.js'
import { alertPolicy } from '../wire/alert-policy.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'
import { newWebhook, webhookChanges, webhookConfig, webhookSummary, webhookWarnings } from '../wire/webhook-config.js'
import { webhookPreset } from '../wire/webhook-preset.js'
import { INBOUND_PATH } from './inbound-webhook.js'
import { answeredPolicy } from './policy-routes.js'

const PATH = '/api/webhook_config'
const PRESET = `A preset of GET /api/webhook_presets. The body then replaces fields of the preset, and its defaults do not apply. The alert policies of the preset are created too, which needs the scope ${USE_CASE_SCOPES.createAlertPolicy}`
const oneWebhook = { description: 'The webhook', body: okay({ webhook_config: webhookConfig }) }

const createWebhook = defineRoute({
  id: 'createWebhook',
  method: 'post',
  path: PATH,
  summary: 'Create a webhook, which converts deliveries to its URL into alerts',
  scope: USE_CASE_SCOPES.createWebhook,
  query: { preset: z.string().optional().meta({ description: PRESET }) },
  body: { schema: newWebhook },
  responses: {
    201: {
      description: 'The webhook and its URL',
      body: okay({
        id: z.string(),
        webhook_config: webhookConfig,
        webhook_url: z.string().meta({ format: 'uri' }),
        warnings: webhookWarnings,
        policies: z.array(alertPolicy).optional().meta({ description: 'The alert policies of the preset' }),
      }),
    },
  },
  handle: async ({ caller, query: { preset }, body, baseUrl }, { opsgraph }) => {
    const created =
      preset === undefined
        ? { webhook: await opsgraph.createWebhook(caller, unchecked(body)) }
        : await opsgraph.createWebhookFromPreset(caller, preset, unchecked(body))
    const { warnings, ...webhook_config } = created.webhook
    const policies = 'policies' in created ? { policies: created.policies.map(answeredPolicy) } : {}
    const { id } = webhook_config
    const webhook_url = `${baseUrl()}${INBOUND_PATH}/${id}`
    return { status: 201, body: { status: 'ok', id, webhook_config, webhook_url, warnings, ...policies } }
  },
})

const listWebhooks = defineRoute({
  id: 'listWebhooks',
  method: 'get',
  path: '/api/webhook_configs',
  summary: 'List webhooks, without their mappings and payloads',
  scope: USE_CASE_SCOPES.listWebhooks,
  query: listQuery(LIST_COLUMNS.webhooks),
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of webhooks, and the ids of all webhooks with a stale secret',
      body: okay({ webhook_configs: z.array(webhookSummary), ...paging, staleSecrets: z.array(z.string()) }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const list = await opsgraph.listWebhooks(caller, toListRequest(query, LIST_COLUMNS.webhooks))
    const { items: webhook_configs, staleSecrets } = list
    return { status: 200, body: { status: 'ok', webhook_configs, ...pagingOf(list), staleSecrets } }
  },
})

const readWebhook = defineRoute({
  id: 'readWebhook',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read a webhook with the latest payloads and errors',
  scope: USE_CASE_SCOPES.readWebhook,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: oneWebhook },
  handle: async ({ caller, params }, { opsgraph }) => {
    return { status: 200, body: { status: 'ok', webhook_config: await opsgraph.readWebhook(caller, params.id) } }
  },
})

const updateWebhook = defineRoute({
  id: 'updateWebhook',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Change any part of a webhook',
  scope: USE_CASE_SCOPES.updateWebhook,
  params: idParam,
  body: { schema: webhookChanges },
  refuses: ['notFound'],
  responses: {
    200: { description: 'The webhook', body: okay({ webhook_config: webhookConfig, warnings: webhookWarnings }) },
  },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWebhook(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const { warnings, ...webhook_config } = await opsgraph.updateWebhook(caller, {
      id: params.id,
      body: unchecked(body),
    })
    return { status: 200, body: { status: 'ok', webhook_config, warnings } }
  },
})

const deleteWebhook = defineRoute({
  id: 'deleteWebhook',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete a webhook; the alerts of its deliveries stay',
  scope: USE_CASE_SCOPES.deleteWebhook,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: { description: 'The webhook is deleted', body: okay({}) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteWebhook(caller, params.id)
    return { status: 200, body: { status: 'ok' } }
  },
})

const listPresets = defineRoute({
  id: 'listWebhookPresets',
  method: 'get',
  path: '/api/webhook_presets',
  summary: 'List the presets: ready configurations for common tools',
  scope: 'read:webhook_configs',
  responses: { 200: { description: 'All presets', body: okay({ webhook_presets: z.array(webhookPreset) }) } },
  handle: async () => ({ status: 200, body: { status: 'ok', webhook_presets: WEBHOOK_PRESETS } }),
})

/** The endpoints that read and change webhooks (rules.md#webhook-configuration). */
export const webhookConfigRoutes = [createWebhook, listWebhooks, readWebhook, updateWebhook, deleteWebhook, listPresets]
