import type { AlertDraft } from '../alert/alert.js'
import { OWN_ORIGIN } from '../alert/own-alert.js'
import { readAlert } from '../alert/read-alert.js'
import type { Severity } from '../alert/severity.js'
import type { Subscription } from './subscription.js'

/** The event of the alert about a subscription whose receiver fails (rules.md#deliveries-of-subscriptions-9). */
const FAILING = 'SubscriptionFailing'

/** The tries of a subscription have failed, and none has succeeded since. */
export interface Failing {
  /** When the first of these tries began. */
  readonly since: string
  /** Whether an alert was raised about it. */
  readonly isRaised: boolean
}

type Named = Pick<Subscription, 'id' | 'name'>

/** The alert about a subscription that fails, as it arrives. No alert policy runs on it. */
export function failingAlert(subscription: Named, { since }: Failing): AlertDraft {
  const text = `Nothing was delivered for subscription ${subscription.name} since ${since}: GET /api/subscription/${subscription.id} says why its tries fail`
  return aboutSubscription(subscription, 'major', text)
}

/**
 * The alert that ends the one about a subscription that fails, as it arrives.
 *
 * @param text why it does not fail any more
 */
export function failingEnd(subscription: Named, text: string): AlertDraft {
  return aboutSubscription(subscription, 'ok', text)
}

/**
 * The id of the subscription whose failure an alert is about; `undefined` = it is about something else. Such an alert is
 * never owed to that subscription: it could not be delivered.
 */
export function failingIn({
  origin,
  event,
  resource,
}: Pick<AlertDraft, 'origin' | 'event' | 'resource'>): string | undefined {
  return origin === OWN_ORIGIN && event === FAILING ? resource : undefined
}

function aboutSubscription({ id, name }: Named, severity: Severity, text: string): AlertDraft {
  return readAlert({
    ...{ environment: 'Production', resource: id, event: FAILING, service: [], severity, text },
    ...{
      type: 'subscriptionAlert',
      group: 'Subscriptions',
      origin: OWN_ORIGIN,
      timeout: 0,
      fingerprint: `subscription:${id}`,
    },
    attributes: { subscriptionName: name },
  })
}
