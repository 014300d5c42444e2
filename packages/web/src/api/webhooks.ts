import type { JsonObject } from '@opsgraph/core'
import { queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import { ARRIVAL_INTERVAL, listQuery, liveQuery } from './queries.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
export type WebhookSummary = Schemas['WebhookSummary']
export type HistoryEntry = Schemas['WebhookHistoryEntry']
export type ErrorEntry = Schemas['WebhookErrorEntry']
export type ExplainedAlert = Schemas['ExplainedAlert']
export type Explanation = operations['explainConfig']['responses'][200]['content']['application/json']
export type PresetPolicy = Schemas['PresetPolicy']
export type ReplayAnswer = Schemas['ReplayAnswer']
/**
 * A webhook without `authSecretPlaintext`, the secret of a signature scheme, because the console neither shows nor
 * stores it.
 */
export type Webhook = Omit<Schemas['WebhookConfig'], 'authSecretPlaintext'>

const PAGE_SIZE = 50

/** A query that reads a page of webhooks, sorted by name. */
export function webhooksQuery(page: number) {
  const query = { page, 'page-size': PAGE_SIZE, 'sort-by': 'name' } as const
  const read = (signal: AbortSignal) => readBody(api.GET('/api/webhook_configs', { params: { query }, signal }))
  return { ...listQuery(['webhooks', page], read), refetchInterval: ARRIVAL_INTERVAL }
}

/** The maximum page size of the API. */
const MAX_PAGE_SIZE = 1_000

/** A query that reads the webhooks to choose from, sorted by name: all of them, or the first 1,000. */
export const webhookNamesQuery = queryOptions({
  queryKey: ['webhook-names'],
  queryFn: async ({ signal }) => {
    const query = { 'page-size': MAX_PAGE_SIZE, 'sort-by': 'name' } as const
    return (await readBody(api.GET('/api/webhook_configs', { params: { query }, signal }))).webhook_configs
  },
})

/** A query that reads a webhook with its payloadHistory and errorHistory. */
export function webhookQuery(id: string) {
  const query = liveQuery(['webhook', id], async (signal) => {
    const params = { path: { id } }
    return removeSecret((await readBody(api.GET('/api/webhook_config/{id}', { params, signal }))).webhook_config)
  })
  return { ...query, refetchInterval: ARRIVAL_INTERVAL }
}

/** A query that reads the presets: ready-made webhook configs for common tools. */
export const presetsQuery = queryOptions({
  queryKey: ['webhook-presets'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await readBody(api.GET('/api/webhook_presets', { signal }))).webhook_presets,
})

/** @param body as the user wrote it; the server validates it */
export async function createWebhook(body: JsonObject): Promise<Webhook> {
  const sent = body as Schemas['NewWebhook']
  return removeSecret((await readBody(api.POST('/api/webhook_config', { body: sent }))).webhook_config)
}

/** Reads the alert policies of a webhook, in the format that {@link changeWebhook} accepts. */
export async function readWebhookPolicies(id: string): Promise<readonly Schemas['AlertPolicy'][]> {
  const params = { path: { id }, query: { policies: '1' } } as const
  return (await readBody(api.GET('/api/webhook_config/{id}', { params }))).webhook_config.policies ?? []
}

/** @param body as the user wrote it; the server validates it */
export async function changeWebhook(id: string, body: JsonObject): Promise<Webhook> {
  const params = { path: { id } }
  const sent = body as Schemas['WebhookChanges']
  return removeSecret((await readBody(api.PUT('/api/webhook_config/{id}', { params, body: sent }))).webhook_config)
}

export async function deleteWebhook(id: string): Promise<void> {
  await api.DELETE('/api/webhook_config/{id}', { params: { path: { id } } })
}

/**
 * Explains which alerts an unsaved webhook config would create from a payload.
 *
 * @param body `payload` is a JSON value, or the body of a delivery as a text; `policies` are alert policies that are
 * not saved yet
 */
export async function explainConfig(
  body: { readonly config: JsonObject; readonly payload: unknown; readonly policies: readonly PresetPolicy[] },
  signal: AbortSignal,
): Promise<Explanation> {
  const sent = body as Schemas['UnsavedWebhook']
  return await readBody(api.POST('/api/webhook_config/test', { body: sent, signal }))
}

/**
 * Identifies a stored payload of the webhook `id`. `history` is the index of the payload in `payloadHistory`. Each new
 * delivery changes this index, so the request also contains `receivedAt`: if another payload has this index now, the
 * server answers 409.
 */
export interface StoredPayload {
  readonly id: string
  readonly history: number
  readonly receivedAt: string
}

/** A query that explains which alerts the saved webhook would create from a stored payload. */
export function storedExplanationQuery({ id, ...body }: StoredPayload) {
  return queryOptions({
    queryKey: ['webhook', id, 'explanation', body.receivedAt],
    queryFn: async ({ signal }): Promise<Explanation> => {
      return await readBody(api.POST('/api/webhook_config/{id}/test', { params: { path: { id } }, body, signal }))
    },
  })
}

/** Processes a stored payload again, which creates its alerts. */
export async function replayDelivery({ id, ...body }: StoredPayload): Promise<ReplayAnswer> {
  return await readBody(api.POST('/api/webhook_config/{id}/replay', { params: { path: { id } }, body }))
}

function removeSecret({ authSecretPlaintext, ...webhook }: Schemas['WebhookConfig']): Webhook {
  return webhook
}
