import { type AlertPolicy, LIST_COLUMNS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { successBody, successResponse, switchParam } from '../wire/fields.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'
import { webhookPreset, webhookWarnings } from '../wire/webhook-config.js'
import { INBOUND_PATH } from './inbound-webhook.js'
import { withAnsweredFilter } from './stored-routes.js'

const PATH = '/api/webhook_config'
const WRITES_POLICIES_NOTE = `needs the scope \`${USE_CASE_SCOPES.createAlertPolicy}\` too`
const PRESET_DESCRIPTION = `A preset of GET /api/webhook_presets. The body then replaces fields of the preset, and its defaults do not apply. The alert policies of the preset are created too, which ${WRITES_POLICIES_NOTE}`
const policies = switchParam.meta({
  description: `Also answer the alert policies of each webhook; needs the scope \`${USE_CASE_SCOPES.listAlertPolicies}\` too`,
})
const oneWebhook = { description: 'The webhook', body: successBody({ webhook_config: SCHEMAS.webhookConfig }) }
const writtenPolicies = z.array(SCHEMAS.alertPolicy.stored).optional().meta({
  description: 'All alert policies of the webhook, if the request has policies or a preset',
})

const createWebhook = defineRoute({
  id: 'createWebhook',
  method: 'post',
  path: PATH,
  summary: 'Create a webhook',
  description:
    'A webhook turns deliveries to its URL into alerts. With `preset`, the configuration of a known tool is the base, and the body needs only what differs, such as the secret. `policies` and presets create alert policies too, which needs the scope `write:service_topologies`. To try a configuration first, use `POST /api/webhook_config/test`.',
  query: { preset: z.string().optional().meta({ description: PRESET_DESCRIPTION }) },
  body: { schema: SCHEMAS.webhook.created },
  responses: {
    201: {
      description: 'The webhook and its URL',
      body: successBody({
        id: z.string(),
        webhook_config: SCHEMAS.webhookConfig,
        webhook_url: z.string().meta({ format: 'uri' }),
        warnings: webhookWarnings,
        policies: writtenPolicies,
      }),
    },
  },
  handle: async ({ caller, query: { preset }, body, baseUrl }, { opsgraph }) => {
    const created =
      preset === undefined
        ? await opsgraph.createWebhook(caller, asUncheckedInput(body))
        : await opsgraph.createWebhookFromPreset(caller, preset, asUncheckedInput(body))
    const { warnings, policies, ...webhook_config } = created
    const { id } = webhook_config
    const webhook_url = `${baseUrl()}${INBOUND_PATH}/${id}`
    const written = withAnsweredPolicies({ policies })
    return successResponse({ id, webhook_config, webhook_url, warnings, ...written }, 201)
  },
})

const listWebhooks = defineRoute({
  id: 'listWebhooks',
  method: 'get',
  path: '/api/webhook_configs',
  summary: 'List webhooks',
  description:
    'Without mappings and payloads. `staleSecrets` names all webhooks whose deliveries cannot be verified, because their secret was stored under another `SECRET_KEY`.',
  query: {
    ...listQuery(LIST_COLUMNS.webhooks, { enabled: 'Only webhooks that are enabled, or that are not' }),
    policies,
  },
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of webhooks, and the ids of all webhooks with a stale secret',
      body: successBody({
        webhook_configs: z.array(SCHEMAS.webhookSummary).meta({ description: 'The webhooks of the page' }),
        ...paging,
        staleSecrets: z.array(z.string()).meta({ description: 'The ids of all webhooks whose secret is stale' }),
      }),
    },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const { policies, ...rest } = query
    const list = await opsgraph.listWebhooks(caller, { ...toListRequest(rest, LIST_COLUMNS.webhooks), policies })
    const webhook_configs = list.items.map(withAnsweredPolicies)
    const { staleSecrets } = list
    return successResponse({ webhook_configs, ...pagingOf(list), staleSecrets })
  },
})

const readWebhook = defineRoute({
  id: 'readWebhook',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read a webhook with the latest payloads and errors',
  description:
    'The histories hold the last payloads as they were sent, and the last errors. With `policies=1`, the answer can be sent back with `PUT`.',
  query: { policies },
  responses: { 200: oneWebhook },
  handle: async ({ caller, params, query }, { opsgraph }) => {
    const webhook = await opsgraph.readWebhook(caller, params.id, query)
    return successResponse({ webhook_config: withAnsweredPolicies(webhook) })
  },
})

const updateWebhook = defineRoute({
  id: 'updateWebhook',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Change a webhook',
  description:
    'Fields that are not sent stay; `fieldMappings`, `defaultValues` and `policies` are replaced as a whole. `policies` needs the scope `write:service_topologies` too. To rotate the secret, send `authSecret` with `authSecretPreviousExpires`: both secrets are accepted until then.',
  body: { schema: SCHEMAS.webhook.changed },
  responses: {
    200: {
      description: 'The webhook',
      body: successBody({
        webhook_config: SCHEMAS.webhookConfig,
        warnings: webhookWarnings,
        policies: writtenPolicies,
      }),
    },
  },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWebhook(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const { warnings, policies, ...webhook_config } = await opsgraph.updateWebhook(caller, {
      id: params.id,
      body: asUncheckedInput(body),
    })
    return successResponse({ webhook_config, warnings, ...withAnsweredPolicies({ policies }) })
  },
})

const deleteWebhook = defineRoute({
  id: 'deleteWebhook',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete a webhook',
  description: 'Its histories and its alert policies are deleted too. The alerts of its deliveries stay.',
  responses: { 200: { description: 'The webhook is deleted', body: successBody({}) } },
  handle: async ({ caller, params }, { opsgraph, metrics }) => {
    await opsgraph.deleteWebhook(caller, params.id)
    metrics.webhooks.forget(params.id)
    return successResponse({})
  },
})

const listPresets = defineRoute({
  id: 'listWebhookPresets',
  method: 'get',
  path: '/api/webhook_presets',
  summary: 'List the presets of webhooks',
  description: 'Ready configurations for common tools. Pass an `id` as `preset` to `POST /api/webhook_config`.',
  scope: 'read:webhook_configs',
  responses: {
    200: {
      description: 'All presets',
      body: successBody({ webhook_presets: z.array(webhookPreset).meta({ description: 'The presets' }) }),
    },
  },
  handle: async () => successResponse({ webhook_presets: WEBHOOK_PRESETS }),
})

/** Returns an object whose policies, if it has any, are as answers show them. */
function withAnsweredPolicies<Answer extends { readonly policies?: readonly AlertPolicy[] | undefined }>(
  answer: Answer,
) {
  const { policies, ...rest } = answer
  return { ...rest, ...(policies && { policies: policies.map(withAnsweredFilter) }) }
}

/** The endpoints that read and change webhooks (rules.md#webhook-configuration). */
export const webhookConfigRoutes = [createWebhook, listWebhooks, readWebhook, updateWebhook, deleteWebhook, listPresets]
