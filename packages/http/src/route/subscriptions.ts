import { LIST_COLUMNS, type Opsgraph, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { count, successBody, successResponse } from '../wire/fields.js'
import { unknownNames } from '../wire/impact.js'
import { owedMessage, subscriptionDelivery } from '../wire/subscription.js'
import {
  deleteRoute,
  filterWarningsOf,
  listRoute,
  WARNINGS_FIELD,
  warningsField,
  withAnsweredFilter,
} from './stored-routes.js'

const PATH = '/api/subscription'
const subscription = SCHEMAS.subscription.stored
const secret = z.string().meta({ description: 'The signing secret, which no other answer shows' })

type SavedSubscription = Awaited<ReturnType<Opsgraph['createSubscription']>>
/** The answer has the field `secret` only if the server has made a secret. */
const savedSubscription = successBody({
  subscription,
  secret: secret.optional(),
  unknown: unknownNames,
  ...WARNINGS_FIELD,
})
const toSavedSubscription = ({ subscription: stored, secret: made, unknown }: SavedSubscription) => ({
  subscription: withAnsweredFilter(stored),
  unknown,
  ...(made !== undefined && { secret: made }),
  ...warningsField(filterWarningsOf(stored)),
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
  toItem: withAnsweredFilter<SavedSubscription['subscription']>,
  list: (opsgraph) => opsgraph.listSubscriptions,
})

const createSubscription = defineRoute({
  id: 'createSubscription',
  method: 'post',
  path: PATH,
  summary: 'Create a subscription',
  description:
    'From then on, the server tells the receiver when services begin to hurt, and when they recover; also of services that hurt now. For the format `json`, the answer has the secret with which messages are signed: store it. The server needs `SECRET_KEY`.',
  body: { schema: SCHEMAS.subscription.created },
  showsSecret: true,
  responses: { 201: { description: 'The subscription', body: savedSubscription } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse(toSavedSubscription(await opsgraph.createSubscription(caller, asUncheckedInput(body))), 201),
})

const readSubscription = defineRoute({
  id: 'readSubscription',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read a subscription and its last deliveries',
  description: 'Also what is not delivered yet, and why. `subscription` can be sent back with `PUT`.',
  responses: {
    200: {
      description: 'The subscription, what it owes, and its last deliveries',
      body: successBody({
        subscription,
        unknown: unknownNames,
        owed: z
          .array(owedMessage)
          .meta({ description: 'The first 100 messages that are not delivered yet, the most severe first' }),
        owedTotal: count.meta({ description: 'The number of messages that are not delivered yet' }),
        deliveries: z.array(subscriptionDelivery).meta({ description: 'The last 50 tries, the newest first' }),
      }),
    },
  },
  handle: async ({ caller, params }, { opsgraph }) => {
    const { subscription: stored, ...told } = await opsgraph.readSubscriptionById(caller, params.id)
    return successResponse({ subscription: withAnsweredFilter(stored), ...told })
  },
})

const updateSubscription = defineRoute({
  id: 'updateSubscription',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Change any part of a subscription',
  description:
    'Fields that are not sent stay; so do the address and the secret, unless the format changes. While `enabled` is false, nothing is sent; afterwards, only what differs from what was delivered last.',
  body: { schema: SCHEMAS.subscription.changed },
  showsSecret: true,
  responses: { 200: { description: 'The subscription', body: savedSubscription } },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readSubscriptionById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const changed = await opsgraph.updateSubscription(caller, { id: params.id, body: asUncheckedInput(body) })
    return successResponse(toSavedSubscription(changed))
  },
})

const deleteSubscription = deleteRoute({
  id: 'deleteSubscription',
  path: `${PATH}/:id`,
  summary: 'Delete a subscription',
  description: 'What it owes and its deliveries are deleted too. The receiver is not told anything any more.',
  done: 'The subscription is deleted',
  delete: (opsgraph) => opsgraph.deleteSubscription,
})

const rotateSubscriptionSecret = defineRoute({
  id: 'rotateSubscriptionSecret',
  method: 'post',
  path: `${PATH}/:id/secret`,
  summary: 'Give a subscription a new signing secret',
  description:
    'Only for the format `json`. For 24 hours, messages are signed with both secrets, so that the receiver can change over.',
  showsSecret: true,
  responses: { 200: { description: 'The new secret', body: successBody({ subscription, secret }) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    const { subscription: stored, secret: made } = await opsgraph.rotateSubscriptionSecret(caller, params.id)
    return successResponse({ subscription: withAnsweredFilter(stored), secret: made })
  },
})

const testSubscription = defineRoute({
  id: 'testSubscription',
  method: 'post',
  path: `${PATH}/:id/test`,
  summary: 'Send a test to the receiver of a subscription',
  description: 'Sends one message at once that says that it is a test, also if the subscription is disabled.',
  responses: {
    200: { description: 'What the receiver has answered', body: successBody({ delivery: subscriptionDelivery }) },
  },
  handle: async ({ caller, params }, { opsgraph }) =>
    successResponse({ delivery: await opsgraph.testSubscription(caller, params.id) }),
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
