import type { AlertDraft } from '../alert/alert.js'
import { OWN_ORIGIN } from '../alert/own-alert.js'
import { readAlert } from '../alert/read-alert.js'
import type { Severity } from '../alert/severity.js'
import type { Subscription } from './subscription.js'

/** The event of the alert about a subscription whose receiver fails (rules.md#deliveries-of-subscriptions-9). */
const FAILING_EVENT = 'SubscriptionFailing'

/** Since when all tries of a subscription have failed. */
export interface FailureState {
  /** When the first failed try after the last successful one began. */
  readonly since: string
  /** Whether the alert `SubscriptionFailing` was opened. */
  readonly isRaised: boolean
}

type SubscriptionName = Pick<Subscription, 'id' | 'name'>

/** Returns the alert that says that a subscription fails. No alert policy runs on it. */
export function failingSubscriptionAlert(subscription: SubscriptionName, { since }: FailureState): AlertDraft {
  const text = `Nothing was delivered for subscription ${subscription.name} since ${since}: GET /api/subscription/${subscription.id} says why its tries fail`
  return alertAboutSubscription(subscription, 'major', text)
}

/**
 * Returns the alert with the severity `ok`, which closes the alert that {@link failingSubscriptionAlert} returns.
 *
 * @param text why the subscription no longer fails
 */
export function endOfFailingSubscriptionAlert(subscription: SubscriptionName, text: string): AlertDraft {
  return alertAboutSubscription(subscription, 'ok', text)
}

/**
 * Returns the id of the subscription that fails according to an alert; `undefined` = the alert is about something else.
 * That subscription never reports the alert, because the message could not be delivered.
 */
export function findFailingSubscription({
  origin,
  event,
  resource,
}: Pick<AlertDraft, 'origin' | 'event' | 'resource'>): string | undefined {
  return origin === OWN_ORIGIN && event === FAILING_EVENT ? resource : undefined
}

function alertAboutSubscription({ id, name }: SubscriptionName, severity: Severity, text: string): AlertDraft {
  return readAlert({
    ...{ environment: 'Production', resource: id, event: FAILING_EVENT, service: [], severity, text },
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
