import { SCHEMAS } from '@opsgraph/core'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { successBody, successResponse } from '../wire/fields.js'
import { subscriptionPreview } from '../wire/subscription.js'

/** Tries a subscription that is not saved (rules.md#subscription-preview). */
export const previewSubscriptionRoute = defineRoute({
  id: 'previewSubscription',
  method: 'post',
  path: '/api/subscription/preview',
  // GET, PUT and DELETE of this path are passed on to the routes of `/api/subscription/:id`. Those routes find no
  // subscription with the id `preview`.
  sharesPath: true,
  summary: 'Preview a subscription',
  description:
    'Says what a subscription would have told of services in a range of time, from their stored transitions. Nothing is stored or sent. Owners are those that the catalog names now.',
  body: { schema: SCHEMAS.subscriptionPreview },
  responses: { 200: { description: 'What the subscription would have told', body: successBody(subscriptionPreview) } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse(await opsgraph.previewSubscription(caller, asUncheckedInput(body))),
})
