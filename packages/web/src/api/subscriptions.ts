import { queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import { ARRIVAL_INTERVAL, formQuery, listQuery, liveQuery } from './queries.js'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']
export type Subscription = Schemas['Subscription']
/** A subscription as the form sends it. The form does not validate it; the server does. */
export type SentSubscription = Schemas['NewSubscription']
export type OwedMessage = Schemas['OwedMessage']
export type SubscriptionDelivery = Schemas['SubscriptionDelivery']
/** The messages that a subscription would have sent. */
export type SubscriptionPreview = operations['previewSubscription']['responses'][200]['content']['application/json']

const PAGE_SIZE = 50
/** The maximum page size of the API. */
const MAX_PAGE_SIZE = 1_000
/** The maximum number of service names to propose. */
const MAX_PROPOSED_SERVICES = 20

/** A query that reads a page of subscriptions, sorted by name. */
export function subscriptionsQuery(page: number) {
  return listQuery(['subscriptions', page], (signal) => readPage({ page, 'page-size': PAGE_SIZE }, signal))
}

/** A query that reads the subscriptions, sorted by name: all of them, or the first 1,000. */
export const allSubscriptionsQuery = liveQuery(['subscriptions', 'all'], async (signal) => {
  return (await readPage({ 'page-size': MAX_PAGE_SIZE }, signal)).subscriptions
})

async function readPage(query: { readonly page?: number; readonly 'page-size': number }, signal: AbortSignal) {
  return await readBody(api.GET('/api/subscription', { params: { query: { ...query, 'sort-by': 'name' } }, signal }))
}

/**
 * A query that reads a subscription, the messages that it owes, and its last deliveries. It is sent at intervals,
 * because no event reports deliveries.
 */
export function subscriptionQuery(id: string) {
  const query = liveQuery(['subscription', id], (signal) =>
    readBody(api.GET('/api/subscription/{id}', { params: { path: { id } }, signal })),
  )
  return { ...query, refetchInterval: ARRIVAL_INTERVAL }
}

/** The result of saving a subscription. */
interface SavedSubscription {
  readonly subscription: Subscription
  /** The signing secret, if the server has created one. No later answer contains it. */
  readonly secret?: string
}

export async function createSubscription(body: SentSubscription): Promise<SavedSubscription> {
  return await readBody(api.POST('/api/subscription', { body }))
}

/** Changes a subscription. Fields that are not sent keep their values. */
export async function changeSubscription(id: string, body: Partial<SentSubscription>): Promise<SavedSubscription> {
  return await readBody(api.PUT('/api/subscription/{id}', { params: { path: { id } }, body }))
}

export async function deleteSubscription(id: string): Promise<void> {
  await api.DELETE('/api/subscription/{id}', { params: { path: { id } } })
}

/** Creates a new signing secret and returns it. The previous one stays valid for 24 hours. */
export async function rotateSecret(id: string): Promise<string> {
  return (await readBody(api.POST('/api/subscription/{id}/secret', { params: { path: { id } } }))).secret
}

/** Sends a test message to the receiver. Returns the delivery, with the answer of the receiver. */
export async function testSubscription(id: string): Promise<SubscriptionDelivery> {
  return (await readBody(api.POST('/api/subscription/{id}/test', { params: { path: { id } } }))).delivery
}

/** Asks which messages about services a subscription would have sent in the last days. Nothing is sent. */
export async function previewSubscription(
  subscription: Partial<SentSubscription>,
  days: number,
): Promise<SubscriptionPreview> {
  const from = new Date(Date.now() - days * 86_400_000).toISOString()
  return await readBody(api.POST('/api/subscription/preview', { body: { subscription, from } }))
}

/** A query that reads the names of services that contain a text. */
export function serviceNamesQuery(text: string) {
  return queryOptions({
    queryKey: ['service-names', text],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const query = { ...(text !== '' && { q: [text] }), 'page-size': MAX_PROPOSED_SERVICES }
      const { services } = await readBody(api.GET('/api/impact', { params: { query }, signal }))
      return services.map(({ service }) => service)
    },
  })
}

/** A query that reads the names of all owners in the service catalog. */
export const ownersQuery = formQuery(['owners'], async (signal) => {
  const query = { 'page-size': MAX_PAGE_SIZE, 'sort-by': 'serviceId' as const }
  const { services } = await readBody(api.GET('/api/service_catalog', { params: { query }, signal }))
  return [...new Set(services.map(({ owner }) => owner))].filter((owner) => owner !== '').toSorted()
})
