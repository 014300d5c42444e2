import { LIST_COLUMNS, type Opsgraph, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { owedMessage, subscriptionDelivery, unknownNames } from '../wire/subscription.js'
import { deleteRoute, listRoute, withAnsweredFilter } from './stored-routes.js'

const PATH = '/api/subscription'
const ONE = { path: `${PATH}/:id`, params: idParam, refuses: ['notFound'] } as const
const subscription = SCHEMAS.subscription.stored
const secret = z.string().meta({ description: 'The signing secret, which no other answer shows' })

type Saved = Awaited<ReturnType<Opsgraph['createSubscription']>>
/** The answer has the field `secret` only if the server has made a secret. */
const saved = okay({ subscription, secret: secret.optional(), unknown: unknownNames })
const toSaved = ({ subscription: stored, secret: made, unknown }: Saved) => ({
  ...{ status: 'ok' as const, subscription: withAnsweredFilter(stored), unknown },
  ...(made !== undefined && { secret: made }),
})

const listSubscriptions = listRoute({
  id: 'listSubscriptions',
  path: PATH,
  summary: 'List subscriptions',
  description: 'Ordered by name. Addresses show only their scheme and their host.',
  columns: LIST_COLUMNS.subscriptions,
  meanings: {
    q: 'Only subscriptions whose name contains one of these texts, in upper or lower case',
    enabled: 'Only subscriptions that are enabled, or that are not',
  },
  key: 'subscriptions',
  item: subscription,
  toItem: withAnsweredFilter<Saved['subscription']>,
  list: (opsgraph) => opsgraph.listSubscriptions,
})

const createSubscription = defineRoute({
  id: 'createSubscription',
  method: 'post',
  path: PATH,
  summary: 'Create a subscription',
  description:
    'From then on, the server tells the receiver when services begin to hurt, and when they recover; also of services that hurt now. For the format `json`, the answer has the secret with which messages are signed: store it. The server needs `SECRET_KEY`.',
  scope: USE_CASE_SCOPES.createSubscription,
  body: { schema: SCHEMAS.subscription.created },
  showsSecret: true,
  responses: { 201: { description: 'The subscription', body: saved } },
  handle: async ({ caller, body }, { opsgraph }) => {
    return { status: 201, body: toSaved(await opsgraph.createSubscription(caller, unchecked(body))) }
  },
})

const readSubscription = defineRoute({
  ...ONE,
  id: 'readSubscription',
  method: 'get',
  summary: 'Read a subscription and its last deliveries',
  description: 'Also what is not delivered yet, and why. `subscription` can be sent back with `PUT`.',
  scope: USE_CASE_SCOPES.readSubscriptionById,
  responses: {
    200: {
      description: 'The subscription, what it owes, and its last deliveries',
      body: okay({
        subscription,
        unknown: unknownNames,
        owed: z
          .array(owedMessage)
          .meta({ description: 'The first 100 messages that are not delivered yet, the most severe first' }),
        owedTotal: z.int().meta({ minimum: 0, description: 'The number of messages that are not delivered yet' }),
        deliveries: z.array(subscriptionDelivery).meta({ description: 'The last 50 tries, the newest first' }),
      }),
    },
  },
  handle: async ({ caller, params }, { opsgraph }) => {
    const { subscription: stored, ...told } = await opsgraph.readSubscriptionById(caller, params.id)
    return { status: 200, body: { status: 'ok', subscription: withAnsweredFilter(stored), ...told } }
  },
})

const updateSubscription = defineRoute({
  ...ONE,
  id: 'updateSubscription',
  method: 'put',
  summary: 'Change any part of a subscription',
  description:
    'Fields that are not sent stay; so do the address and the secret, unless the format changes. While `enabled` is false, nothing is sent; afterwards, only what differs from what was delivered last.',
  scope: USE_CASE_SCOPES.updateSubscription,
  body: { schema: SCHEMAS.subscription.changed },
  showsSecret: true,
  responses: { 200: { description: 'The subscription', body: saved } },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readSubscriptionById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const changed = await opsgraph.updateSubscription(caller, { id: params.id, body: unchecked(body) })
    return { status: 200, body: toSaved(changed) }
  },
})

const deleteSubscription = deleteRoute({
  id: 'deleteSubscription',
  path: ONE.path,
  summary: 'Delete a subscription',
  description: 'What it owes and its deliveries are deleted too. The receiver is not told anything any more.',
  done: 'The subscription is deleted',
  delete: (opsgraph) => opsgraph.deleteSubscription,
})

const rotateSubscriptionSecret = defineRoute({
  ...ONE,
  id: 'rotateSubscriptionSecret',
  method: 'post',
  path: `${ONE.path}/secret`,
  summary: 'Give a subscription a new signing secret',
  description:
    'Only for the format `json`. For 24 hours, messages are signed with both secrets, so that the receiver can change over.',
  scope: USE_CASE_SCOPES.rotateSubscriptionSecret,
  showsSecret: true,
  responses: { 200: { description: 'The new secret', body: okay({ subscription, secret }) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    const { subscription: stored, secret: made } = await opsgraph.rotateSubscriptionSecret(caller, params.id)
    return { status: 200, body: { status: 'ok', subscription: withAnsweredFilter(stored), secret: made } }
  },
})

const testSubscription = defineRoute({
  ...ONE,
  id: 'testSubscription',
  method: 'post',
  path: `${ONE.path}/test`,
  summary: 'Send a test to the receiver of a subscription',
  description: 'Sends one message at once that says that it is a test, also if the subscription is disabled.',
  scope: USE_CASE_SCOPES.testSubscription,
  responses: { 200: { description: 'What the receiver has answered', body: okay({ delivery: subscriptionDelivery }) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    return { status: 200, body: { status: 'ok', delivery: await opsgraph.testSubscription(caller, params.id) } }
  },
})

/** The endpoints for subscriptions (rules.md#subscriptions). */
export const subscriptionRoutes = [
  listSubscriptions,
  createSubscription,
  readSubscription,
  updateSubscription,
  deleteSubscription,
  rotateSubscriptionSecret,
  testSubscription,
]
