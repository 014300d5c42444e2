import { type AlertPolicy, LIST_COLUMNS, USE_CASE_SCOPES } from '@opsgraph/core'
import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'
import { switchParam } from '../wire/switch.js'
import {
  newWebhook,
  webhookChanges,
  webhookConfig,
  webhookPolicies,
  webhookSummary,
  webhookWarnings,
} from '../wire/webhook-config.js'
import { webhookPreset } from '../wire/webhook-preset.js'
import { INBOUND_PATH } from './inbound-webhook.js'
import { answeredPolicy } from './policy-routes.js'

const PATH = '/api/webhook_config'
const WRITES_POLICIES = `needs the scope \`${USE_CASE_SCOPES.createAlertPolicy}\` too`
const PRESET = `A preset of GET /api/webhook_presets. The body then replaces fields of the preset, and its defaults do not apply. The alert policies of the preset are created too, which ${WRITES_POLICIES}`
const policies = switchParam.meta({
  description: `Also answer the alert policies of each webhook; needs the scope \`${USE_CASE_SCOPES.listAlertPolicies}\` too`,
})
const oneWebhook = { description: 'The webhook', body: okay({ webhook_config: webhookConfig }) }
const writtenPolicies = webhookPolicies.optional().meta({
  description: 'All alert policies of the webhook, if the request has policies or a preset',
})

const createWebhook = defineRoute({
  id: 'createWebhook',
  method: 'post',
  path: PATH,
  summary: `Create a webhook, which converts deliveries to its URL into alerts; a body with policies ${WRITES_POLICIES}`,
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
        policies: writtenPolicies,
      }),
    },
  },
  handle: async ({ caller, query: { preset }, body, baseUrl }, { opsgraph }) => {
    const created =
      preset === undefined
        ? await opsgraph.createWebhook(caller, unchecked(body))
        : await opsgraph.createWebhookFromPreset(caller, preset, unchecked(body))
    const { warnings, policies, ...webhook_config } = created
    const { id } = webhook_config
    const webhook_url = `${baseUrl()}${INBOUND_PATH}/${id}`
    const written = withPolicies({ policies })
    return { status: 201, body: { status: 'ok', id, webhook_config, webhook_url, warnings, ...written } }
  },
})

const listWebhooks = defineRoute({
  id: 'listWebhooks',
  method: 'get',
  path: '/api/webhook_configs',
  summary: 'List webhooks, without their mappings and payloads',
  scope: USE_CASE_SCOPES.listWebhooks,
  query: { ...listQuery(LIST_COLUMNS.webhooks), policies },
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of webhooks, and the ids of all webhooks with a stale secret',
      body: okay({ webhook_configs: z.array(webhookSummary), ...paging, staleSecrets: z.array(z.string()) }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const { policies, ...rest } = query
    const list = await opsgraph.listWebhooks(caller, { ...toListRequest(rest, LIST_COLUMNS.webhooks), policies })
    const webhook_configs = list.items.map(withPolicies)
    const { staleSecrets } = list
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
  query: { policies },
  refuses: ['notFound'],
  responses: { 200: oneWebhook },
  handle: async ({ caller, params, query }, { opsgraph }) => {
    const webhook = await opsgraph.readWebhook(caller, params.id, query)
    return { status: 200, body: { status: 'ok', webhook_config: withPolicies(webhook) } }
  },
})

const updateWebhook = defineRoute({
  id: 'updateWebhook',
  method: 'put',
  path: `${PATH}/:id`,
  summary: `Change any part of a webhook; a body with policies replaces its alert policies, and ${WRITES_POLICIES}`,
  scope: USE_CASE_SCOPES.updateWebhook,
  params: idParam,
  body: { schema: webhookChanges },
  refuses: ['notFound'],
  responses: {
    200: {
      description: 'The webhook',
      body: okay({ webhook_config: webhookConfig, warnings: webhookWarnings, policies: writtenPolicies }),
    },
  },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWebhook(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const { warnings, policies, ...webhook_config } = await opsgraph.updateWebhook(caller, {
      id: params.id,
      body: unchecked(body),
    })
    return { status: 200, body: { status: 'ok', webhook_config, warnings, ...withPolicies({ policies }) } }
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
  handle: async ({ caller, params }, { opsgraph, metrics }) => {
    await opsgraph.deleteWebhook(caller, params.id)
    metrics.webhooks.forget(params.id)
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

/** Returns an object whose policies, if it has any, have the form of answers. */
function withPolicies<Answer extends { readonly policies?: readonly AlertPolicy[] | undefined }>(answer: Answer) {
  const { policies, ...rest } = answer
  return { ...rest, ...(policies && { policies: policies.map(answeredPolicy) }) }
}

/** The endpoints that read and change webhooks (rules.md#webhook-configuration). */
export const webhookConfigRoutes = [createWebhook, listWebhooks, readWebhook, updateWebhook, deleteWebhook, listPresets]
